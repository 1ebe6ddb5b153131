import { performance } from 'node:perf_hooks'

const MEBIBYTE = 1_048_576

/** The peak memory of the process, in MiB. */
export type Memory = { heap: number; rss: number }

/** Measures how long the window's requests take and how much memory is used during a phase. */
export class Figures {
  private readonly times = new Map<string, number[]>()
  private readonly peaks = new Map<string, Memory>()

  /** Times one call of the window. */
  async time<Answer>(what: string, call: () => Promise<Answer>): Promise<Answer> {
    const begin = performance.now()
    const answer = await call()
    const times = this.times.get(what) ?? []
    times.push(performance.now() - begin)
    this.times.set(what, times)
    return answer
  }

  /** Records the present memory usage under a phase. */
  weigh(phase: string): Memory {
    const { heapUsed, rss } = process.memoryUsage()
    const peak = this.peaks.get(phase) ?? { heap: 0, rss: 0 }
    const memory = {
      heap: Math.max(peak.heap, heapUsed / MEBIBYTE),
      rss: Math.max(peak.rss, rss / MEBIBYTE),
    }
    this.peaks.set(phase, memory)
    return memory
  }

  lines(): string[] {
    const memory = [...this.peaks].map(
      ([phase, { heap, rss }]) =>
        `  memory ${phase}: heap ${heap.toFixed(0)} MiB, process ${rss.toFixed(0)} MiB`,
    )
    const calls = [...this.times].map(([what, times]) => {
      const sorted = times.toSorted((left, right) => left - right)
      const at = (part: number): string => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1)
      return `  ${what}: ${sorted.length} calls, median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`
    })
    return [...memory, ...calls]
  }
}
