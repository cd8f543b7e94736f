/** How long a test waits for what comes by itself. Only what hangs takes longer, on the slowest machine; in milliseconds. */
export const hangMs = 300_000
