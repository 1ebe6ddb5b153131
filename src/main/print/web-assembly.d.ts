/** The part of WebAssembly that is used here: TypeScript names it among a browser's things, and Node's types do without. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>
  type Exports = Record<string, unknown>
  type Module = object
  type Instance = { readonly exports: Exports }
  const Module: new (bytes: Uint8Array) => Module
  const Instance: new (module: Module, imports: Imports) => Instance
}
