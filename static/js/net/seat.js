/** Leaving one's seat in a match for a while or for good, and taking it back. */

import { Refusal } from './connection.js';

/** @param {string} match @param {'rest' | 'leave' | 'return'} what @returns {Promise<void>} */
export async function changeSeat(match, what) {
  const answer = await fetch(`/api/v1/matches/${encodeURIComponent(match)}/${what}`, { method: 'POST', credentials: 'same-origin' });
  if (answer.ok) return;
  const body = await answer.json().catch(() => null);
  throw new Refusal(body?.error?.code ?? 'other');
}
