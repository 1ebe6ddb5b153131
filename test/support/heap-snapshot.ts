/** What a heap snapshot of V8 holds, in bytes. @see https://developer.chrome.com/docs/devtools/memory-problems/heap-snapshots */
export type KeptHeap = {
  /** What the script made and still reaches: objects, arrays, texts, closures. */
  objectBytes: number
  /** What V8 made of the script's source. It grows as long as V8 finds functions worth compiling. */
  codeBytes: number
  /** Elements that left the page and are still reached: React keeps the page before for a while. */
  detached: number
}

type Snapshot = {
  snapshot: { meta: { node_fields: readonly string[]; node_types: readonly (readonly string[] | string)[] } }
  nodes: readonly number[]
}

const DETACHED = 2
const OBJECTS: ReadonlySet<string> = new Set([
  'array',
  'bigint',
  'closure',
  'concatenated string',
  'number',
  'object',
  'object shape',
  'regexp',
  'sliced string',
  'string',
  'symbol',
])

/** Adds up a snapshot. @param text as the protocol's chunks, joined */
export function readHeapSnapshot(text: string): KeptHeap {
  const { snapshot, nodes } = JSON.parse(text) as Snapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size, detachedness] = ['type', 'self_size', 'detachedness'].map((name) => fields.indexOf(name))
  const names = types[type ?? 0] as readonly string[]
  const kept = { objectBytes: 0, codeBytes: 0, detached: 0 }
  for (let at = 0; at < nodes.length; at += fields.length) {
    const [name = '', bytes = 0] = [names[nodes[at + (type ?? 0)] ?? 0], nodes[at + (size ?? 0)]]
    if (OBJECTS.has(name)) kept.objectBytes += bytes
    if (name === 'code') kept.codeBytes += bytes
    if (nodes[at + (detachedness ?? 0)] === DETACHED) kept.detached += 1
  }
  return kept
}
