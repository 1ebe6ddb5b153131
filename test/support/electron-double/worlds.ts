/**
 * What runs in the page, as source text: the page's own world and the preload's isolated world, joined as Electron's
 * contextBridge joins them. @see https://www.electronjs.org/docs/latest/api/context-bridge
 */

/** The isolated world of the preload. */
export const PRELOAD_WORLD = 'electron-preload'
/** Leads from that world, and from no other, to main. */
export const BINDING = '__toMain'
/** Main's answers and events arrive here, in that world. */
export const FROM_MAIN = '__fromMain'

const HANDSHAKE = 'electron-double-handshake'

/**
 * One end of the bridge between two worlds. They share a message port, which is the same object below both worlds, and
 * call each other by events on it, which are synchronous and whose data Chromium clones: functions are passed by number,
 * promises are settled later, and prototypes are lost, as in Electron.
 */
function bridgeEnd(port: EventTarget, mine: string, theirs: string) {
  const kept = new Map<number, unknown>()
  const settling = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>()
  let last = 0
  const keep = (value: unknown): number => {
    kept.set(++last, value)
    return last
  }
  const say = (name: string, data: unknown): void =>
    void port.dispatchEvent(new MessageEvent(`${theirs}:${name}`, { data }))
  const isPlain = (value: unknown): value is Record<string, unknown> => {
    const prototype: unknown =
      value === null || typeof value !== 'object' ? undefined : Object.getPrototypeOf(value)
    return prototype === null || prototype === Object.prototype
  }
  const pack = (value: unknown): unknown => {
    if (typeof value === 'function') return { is: 'function', id: keep(value) }
    if (value instanceof Promise) {
      const id = ++last
      value.then(
        (result) => say('settle', { id, ok: true, value: pack(result) }),
        (error: unknown) => say('settle', { id, ok: false, value: String(error) }),
      )
      return { is: 'promise', id }
    }
    if (Array.isArray(value)) return { is: 'list', of: value.map(pack) }
    if (isPlain(value))
      return { is: 'object', of: Object.entries(value).map(([name, one]) => [name, pack(one)]) }
    return { is: 'value', value }
  }
  type Packed = { is: string; id: number; of: never[]; value: unknown }
  const unpack = (packed: Packed): unknown => {
    if (packed.is === 'function') return (...args: unknown[]) => call(packed.id, args)
    if (packed.is === 'promise')
      return new Promise((resolve, reject) => settling.set(packed.id, { resolve, reject }))
    if (packed.is === 'list') return packed.of.map(unpack)
    if (packed.is === 'object')
      return Object.freeze(
        Object.fromEntries(packed.of.map(([name, one]: [string, Packed]) => [name, unpack(one)])),
      )
    return packed.value
  }
  const call = (id: number, args: unknown[]): unknown => {
    let answer: { ok: boolean; value: Packed } | null = null
    const callId = ++last
    const hear = (event: Event): void => void (answer = (event as MessageEvent<typeof answer>).data)
    port.addEventListener(`${mine}:return:${callId}`, hear, { once: true })
    say('call', { callId, id, args: pack(args) })
    const given = answer as { ok: boolean; value: Packed } | null
    if (given === null) throw new Error('the other world does not answer')
    if (!given.ok) throw new Error(String(unpack(given.value)))
    return unpack(given.value)
  }
  port.addEventListener(`${mine}:call`, (event) => {
    const { callId, id, args } = (event as MessageEvent<{ callId: number; id: number; args: Packed }>).data
    try {
      const work = kept.get(id) as (...args: unknown[]) => unknown
      say(`return:${callId}`, { ok: true, value: pack(work(...(unpack(args) as unknown[]))) })
    } catch (error) {
      say(`return:${callId}`, { ok: false, value: pack(String(error)) })
    }
  })
  port.addEventListener(`${mine}:settle`, (event) => {
    const { id, ok, value } = (event as MessageEvent<{ id: number; ok: boolean; value: never }>).data
    const waiting = settling.get(id)
    settling.delete(id)
    if (ok) waiting?.resolve(unpack(value))
    else waiting?.reject(new Error(String(value)))
  })
  return { pack, unpack: unpack as (packed: unknown) => unknown }
}

/** Runs in the page's own world before its scripts: puts there what the preload exposes. */
export function mainWorldSource(): string {
  return `(() => {
    const bridgeEnd = ${bridgeEnd.toString()};
    document.addEventListener('${HANDSHAKE}', (event) => {
      event.stopImmediatePropagation();
      const { name, api } = event.data;
      const end = bridgeEnd(event.ports[0], 'page', 'preload');
      Object.defineProperty(globalThis, name, { value: end.unpack(api), enumerable: true });
    }, { once: true });
  })()`
}

/** Runs in the preload's world, in the top frame only, as `nodeIntegrationInSubFrames: false` says. @param preload its source */
export function preloadSource(preload: string): string {
  return `(() => {
    if (globalThis !== globalThis.top) return;
    const bridgeEnd = ${bridgeEnd.toString()};
    const waiting = new Map();
    const listeners = new Map();
    let last = 0;
    globalThis.${FROM_MAIN} = (message) => {
      if (message.kind === 'event')
        for (const listener of [...(listeners.get(message.channel) ?? [])]) listener({}, message.data);
      else {
        const { resolve, reject } = waiting.get(message.id) ?? {};
        waiting.delete(message.id);
        if (message.kind === 'result') resolve?.(message.value);
        else reject?.(new Error(message.message));
      }
    };
    const toMain = globalThis.${BINDING};
    const electron = {
      ipcRenderer: {
        invoke: (channel, request) => new Promise((resolve, reject) => {
          const id = ++last;
          waiting.set(id, { resolve, reject });
          toMain(JSON.stringify({ id, channel, request }));
        }),
        on(channel, listener) {
          listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
        },
        off(channel, listener) {
          listeners.set(channel, (listeners.get(channel) ?? []).filter((one) => one !== listener));
        },
      },
      contextBridge: {
        exposeInMainWorld(name, api) {
          const { port1, port2 } = new MessageChannel();
          const end = bridgeEnd(port1, 'preload', 'page');
          document.dispatchEvent(new MessageEvent('${HANDSHAKE}', { data: { name, api: end.pack(api) }, ports: [port1] }));
          void port2;
        },
      },
    };
    const require = (name) => {
      if (name !== 'electron') throw new Error('a sandboxed preload cannot load ' + name);
      return electron;
    };
    const module = { exports: {} };
    ((require, module, exports) => { ${preload}
    })(require, module, module.exports);
  })()`
}
