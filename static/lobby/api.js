// Calls of the HTTP API. A refusal becomes an ApiError with the server's code.

import { hasText, t } from "./texts.js";
import { leaveOldVersion } from "./version.js";

export class ApiError extends Error {
  /** @param {string} code @param {Record<string, unknown>} [params] */
  constructor(code, params = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

/**
 * @param {string} method @param {string} path under /api/v1 @param {unknown} [body] @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function call(method, path, body, signal) {
  /** @type {RequestInit} */
  const request = { method, signal, headers: body === undefined ? {} : { "content-type": "application/json" } };
  if (body !== undefined) request.body = JSON.stringify(body);
  let response;
  try {
    response = await fetch(`/api/v1${path}`, request);
  } catch (failure) {
    if (signal?.aborted) throw failure;
    throw new ApiError("offline");
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw new ApiError(answer?.error?.code ?? "unknown", answer?.error?.params ?? {});
}

/** The sentence for a failure. @param {unknown} failure */
export function sentence(failure) {
  const code = failure instanceof ApiError ? failure.code : "unknown";
  const params = failure instanceof ApiError ? failure.params : {};
  return hasText(`errors.${code}`) ? t(`errors.${code}`, { code, ...params }) : t("errors.unknown", { code });
}

/** 16 random bytes of this browser, in hex, for the walls. */
export function ownEntropy() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** This page's own number: while it asks for changes, whoever reads it is there. */
export const PAGE = ownEntropy();

/**
 * Asks again and again, each request held open by the server, until the page goes away.
 * @param {(signal: AbortSignal) => Promise<void>} round
 * @param {(failure: unknown) => void} onFailure told of each failure; the next round waits longer
 */
export async function follow(round, onFailure) {
  const leaving = new AbortController();
  addEventListener("pagehide", () => leaving.abort(), { once: true });
  let failed = false;
  for (let wait = 500; !leaving.signal.aborted; ) {
    try {
      await round(leaving.signal);
      wait = 500;
      // A server that was away may be another version now.
      if (failed) void leaveOldVersion();
      failed = false;
    } catch (failure) {
      if (leaving.signal.aborted) return;
      failed = true;
      onFailure(failure);
      await new Promise((resume) => setTimeout(resume, wait));
      wait = Math.min(wait * 2, 10_000);
    }
  }
}
