/** Text onto the clipboard, also where the browser has no clipboard for pages: those that do not come over TLS. */

/** @param {string} text @param {HTMLElement} shown  where the text stands on the page @returns {Promise<boolean>} */
export async function copyText(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const range = document.createRange();
    range.selectNodeContents(shown);
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
    return document.execCommand('copy');
  }
}
