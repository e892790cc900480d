/** A single-use ticket for the socket. */

import { Refusal } from './connection.js';

/** @param {string} match @returns {Promise<string>} */
export async function fetchTicket(match) {
  const answer = await fetch(`/api/v1/matches/${encodeURIComponent(match)}/ticket`, { method: 'POST', credentials: 'same-origin' });
  if (answer.ok) return (await answer.json()).ticket;
  if (answer.status >= 500 || answer.status === 429) throw new Error(`ticket: ${answer.status}`);
  const body = await answer.json().catch(() => null);
  throw new Refusal(body?.error?.code ?? (answer.status === 404 ? 'unknown_match' : 'not_allowed'));
}
