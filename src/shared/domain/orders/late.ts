/**
 * An order is late while it is left to pack, neither canceled nor on hold, and its time to leave has passed. `LATE` in
 * `store/views/queue.ts` decides which orders can be; this compares the time.
 * @param lateFrom ISO 8601 UTC; `null`: it cannot be late
 */
export function isLate({ lateFrom }: { lateFrom: string | null }, nowMs: number): boolean {
  return lateFrom !== null && Date.parse(lateFrom) < nowMs
}
