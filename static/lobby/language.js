// Remembers the language that a person picks; the page itself is then served in it.

const A_YEAR = 31_536_000;

for (const link of document.querySelectorAll("a[data-language]")) {
  link.addEventListener("click", () => {
    const language = link.getAttribute("data-language") ?? "en";
    document.cookie = `lang=${language}; path=/; max-age=${A_YEAR}; samesite=lax`;
  });
}
