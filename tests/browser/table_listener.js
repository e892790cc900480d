// What somebody who only hears the page is told, and where the keyboard is meanwhile. Put into the page before its own scripts.
(() => {
  const heard = { frames: [], spoken: [], lost: 0, keys: 0, unseen: [] };
  window.__heard = heard;
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', (e) => heard.frames.push(JSON.parse(e.data)));
    }
  };
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver((records) => {
      for (const record of records) {
        for (const node of record.addedNodes) if (node.nodeName === 'P' && node.parentElement?.getAttribute('role') === 'log') heard.spoken.push(node.textContent);
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  addEventListener('keyup', () => {
    heard.keys += 1;
    const at = document.activeElement;
    if (at !== document.body && !at.matches(':focus-visible')) heard.unseen.push(at.outerHTML.slice(0, 80));
  });
  const look = () => {
    if (heard.keys && document.activeElement === document.body) heard.lost += 1;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  // The same frames through the page's own reducer give every sentence once, in order.
  heard.expected = async () => {
    const base = document.querySelector('script[type="module"][src*="/js/pages/table."]').src.replace(/\/pages\/table\..*/, '');
    const [{ receive, fresh }, { sentence }, { namer }, { catalogue, loadWords }] = await Promise.all(
      ['/state/session.js', '/model/announce.js', '/model/table.js', '/i18n/catalogue.js'].map((path) => import(base + path)),
    );
    const lang = document.documentElement.lang;
    const words = catalogue(lang, await loadWords(lang), 'hong_kong');
    let s = fresh('m');
    const out = [];
    for (const frame of heard.frames) {
      s = receive(s, frame, 0);
      if (frame.type === 'events') out.push(...s.news.map((line) => sentence(line.event, line.phase, s.viewer, namer(s, words), words)).filter(Boolean));
    }
    const asked = [words.t('say.your_turn'), words.t('say.choice', { choices: '' })];
    return { expected: out, spoken: heard.spoken.filter((each) => !asked.some((start) => each.startsWith(start))), asked: heard.spoken.length };
  };
})();
