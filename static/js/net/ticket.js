/** A single-use ticket for the socket. */

import { HEADER } from './front_end.js';
import { Refusal } from './connection.js';

/** @param {string} match @param {(version: string | null) => void} onFrontEnd  told the version of the server's front end @returns {Promise<string>} */
export async function fetchTicket(match, onFrontEnd) {
  const answer = await fetch(`/api/v1/matches/${encodeURIComponent(match)}/ticket`, { method: 'POST', credentials: 'same-origin' });
  onFrontEnd(answer.headers.get(HEADER));
  if (answer.ok) return (await answer.json()).ticket;
  if (answer.status >= 500 || answer.status === 429) throw new Error(`ticket: ${answer.status}`);
  const body = await answer.json().catch(() => null);
  throw new Refusal(body?.error?.code ?? (answer.status === 404 ? 'unknown_match' : 'not_allowed'));
}
