/** What is shown while there is no record to look at: how to open one, or what went wrong. */

import { make, setAttr, setHidden, setText } from '../../ui/dom.js';

export class Start {
  /** @param {{onFile: (file: File) => void, onRetry: () => void}} hooks */
  constructor({ onFile, onRetry }) {
    this.title = make('h1');
    this.lead = make('p');
    this.message = make('p', 'wrong');
    setAttr(this.message, 'role', 'alert');
    this.file = make('input');
    this.file.type = 'file';
    this.file.accept = 'application/json,.json';
    this.file.hidden = true;
    this.file.addEventListener('change', () => {
      const [chosen] = this.file.files ?? [];
      this.file.value = '';
      if (chosen) onFile(chosen);
    });
    this.chooser = make('button', 'btn main');
    this.chooser.type = 'button';
    this.chooser.addEventListener('click', () => this.choose());
    this.retry = make('button', 'btn');
    this.retry.type = 'button';
    this.retry.addEventListener('click', onRetry);
    this.history = make('a', 'btn');
    this.history.href = '/history';
    this.lobby = make('a', 'btn');
    this.lobby.href = '/';
    this.el = make('div', 'replay-start', [this.title, this.lead, this.message, this.file, make('div', 'row', [this.chooser, this.retry, this.history, this.lobby])]);
  }

  choose() {
    this.file.click();
  }

  /** @param {(key: string) => string} t @param {{loading: boolean, match: string, error: string}} now */
  update(t, { loading, match, error }) {
    setText(this.title, t(match ? 'title' : 'open.title'));
    setText(this.lead, loading ? t('loading') : t('open.lead'));
    setHidden(this.lead, Boolean(match) && !loading);
    setText(this.message, error);
    setText(this.chooser, t('open.file'));
    setText(this.retry, t('retry'));
    setText(this.history, t('open.history'));
    setText(this.lobby, t('lobby'));
    setHidden(this.chooser, loading);
    setHidden(this.retry, loading || !match);
    setAttr(this.el, 'aria-busy', loading ? 'true' : null);
  }
}
