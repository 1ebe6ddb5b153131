/** What a logo on the packing slip may be. It is part of every slip, so it is small. */
export const MOST_LOGO_BYTES = 500_000
/** Pixels a side. */
export const MOST_LOGO_PIXELS = 4_000
