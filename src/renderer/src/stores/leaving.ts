import type { Requests } from '../../../shared/contract/bridge'
import type { RequestOf } from '../../../shared/contract/requests'
import type { BridgeError, Result } from '../../../shared/contract/result'
import type { ExportedOps } from '../../../shared/contract/views'

/** What a file of open operations was written for: a copy changes nothing, what was moved ended here. */
export type ExportedFile = { ops: number; kind: 'copy' | 'moved' } & (
  | { path: string }
  /** The disk is full: it is not in a file yet. */
  | { path: null; content: string }
)
export type Way = RequestOf<'station:leave'>['how']

/** Taking open operations along, and ways to leave the account. `exportOps` moves what is open to a file first. */
export type Leaving = {
  /** The file that was written last, until somebody has read where it is. */
  exported: ExportedFile | null
  /** Somebody quit in this window. */
  quit: boolean
  closeExported(): void
  exportCopy(): Promise<BridgeError | null>
  importOps(content: string): Promise<Result<{ imported: number; known: number }>>
  leave(how: Way, exportOps: boolean): Promise<BridgeError | null>
  /** An empty token keeps the present one. */
  connect(
    connection: { baseUrl: string; accessToken: string; account?: 'same' | 'other' },
    exportOps?: boolean,
  ): Promise<BridgeError | null>
  train(exportOps?: boolean): Promise<BridgeError | null>
}

/** The part of the station's store that leaves. */
export function createLeaving(
  requests: Requests,
  set: (part: Partial<Pick<Leaving, 'exported' | 'quit'>>) => void,
): Leaving {
  const show = (kind: ExportedFile['kind'], answer: Result<ExportedOps | null>): BridgeError | null => {
    if (!answer.ok) return answer.error
    const file = answer.value
    if (file !== null) {
      const { path, ops, content } = file
      set({ exported: path === null ? { path, ops, kind, content } : { path, ops, kind } })
    }
    return null
  }
  return {
    exported: null,
    quit: false,
    closeExported: () => set({ exported: null }),
    exportCopy: async () => show('copy', await requests['outbox:export']({})),
    importOps: (content) => requests['outbox:import']({ content }),
    async leave(how, exportOps) {
      const refusal = show('moved', await requests['station:leave']({ how, exportOps }))
      if (refusal === null && how === 'quit') set({ quit: true })
      return refusal
    },
    connect: async (connection, exportOps = false) =>
      show('moved', await requests['settings:connect']({ ...connection, exportOps })),
    train: async (exportOps = false) => show('moved', await requests['settings:train']({ exportOps })),
  }
}
