// What is wrong with the table's page as it stands, as sentences. Evaluated in the page by test_table_layout.py.
() => {
  const out = [], W = innerWidth, H = innerHeight;
  const shown = (el) => { const r = el.getBoundingClientRect(); return r.width > 0 && r.height > 0 && getComputedStyle(el).visibility !== 'hidden'; };
  const all = (q) => [...document.querySelectorAll(q)].filter(shown);
  const name = (el) => el.className + ' ' + (el.getAttribute('aria-label') || el.textContent || '').slice(0, 30);
  const scrolls = (el) => el.closest('.waits, .sheet .body, .log, .chat, .sr');
  const box = (el) => el.getBoundingClientRect();
  const inside = (r, o, slack) => r.left >= o.left - slack && r.top >= o.top - slack && r.right <= o.right + slack && r.bottom <= o.bottom + slack;
  const screen = {left: 0, top: 0, right: W, bottom: H};
  if (document.scrollingElement.scrollWidth > W || document.scrollingElement.scrollHeight > H) out.push('the page scrolls');
  for (const el of all('button, .t, .board, .chip, .status, .waits, .sheet, .card'))
    if (!scrolls(el) && !inside(box(el), screen, 0.5)) out.push('leaves the screen: ' + name(el));
  const board = document.querySelector('.board');
  if (board) for (const el of all('.board .t, .centre'))
    if (!inside(box(el), box(board), 0.5)) out.push('leaves the board: ' + name(el));
  // A box to tick is pressed by its label, and the small question mark by the room around it.
  for (const el of all('button:not(.t, .why-small), a.btn, select, label, input:not(label input)'))
    if (box(el).height < 44 || box(el).width < 44) out.push(`too small to press: ${name(el)} ${box(el).width}x${box(el).height}`);
  for (const el of all('.hand .t'))
    if (box(el).width < 34 || box(el).height < 46) out.push(`hand tile too small: ${box(el).width}x${box(el).height}`);
  for (const el of all('.sheet .body, .log, .chat, dialog'))
    if (el.scrollWidth > el.clientWidth + 1) out.push('scrolls sideways: ' + name(el));
  const meet = (a, b, slack) => a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack;
  const apart = (qa, qb) => { for (const a of all(qa)) for (const b of all(qb)) if (a !== b && meet(box(a), box(b), 1)) out.push(`overlap: ${name(a)} / ${name(b)}`); };
  if (!all('.sheet').length) {
    apart('.act', '.hand .t, .own .t, .board .t, .status, .waits');
    apart('.status', '.waits, .board, .hand .t, .card');
    apart('.waits', '.board, .hand .t, .own .t, .card');
    apart('.topbar', '.board, .hand .t');
  }
  apart('.hand .t', '.own .t, .board');
  apart('.river .t', '.rack .t, .centre');
  for (let i = 0; i < 4; i++) for (let k = i + 1; k < 4; k++) {
    apart(`.s${i} .river .t`, `.s${k} .river .t`);
    apart(`.s${i} .rack .t`, `.s${k} .rack .t`);
  }
  for (const q of ['.hand .t', '.own .t:not(.stack .t)', '.conc .t'])
    { const list = all(q); for (let i = 1; i < list.length; i++) if (list[i].parentElement === list[i-1].parentElement && meet(box(list[i]), box(list[i-1]), 1)) out.push('overlap in ' + q); }
  for (const el of all('.act, .btn, .clock'))
    if (el.scrollWidth > el.clientWidth + 1) out.push('text does not fit: ' + name(el));
  const smallest = Math.min(...all('.river .t').map((el) => Math.min(box(el).width, box(el).height)));
  if (smallest < 16.5) out.push('river tiles too small: ' + smallest);
  return out;
}
