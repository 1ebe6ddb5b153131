import type { AllowedSizes, Category } from '../../partner-api/category'
import { containsTyped } from '../text/fold'

/**
 * A leaf with what it inherits: nested categories carry `id`, `name` and `children` only, so sizes and sizing type come
 * from the nearest ancestor that has them.
 */
export type LeafCategory = {
  id: number
  name: string
  /** Names from the top level down to the leaf itself. */
  path: readonly string[]
  gender: string | null
  sizingType: string | null
  allowedSizes: AllowedSizes | null
  defaultSize: { scale: string; name: string } | null
}

/** True when the node has no `children` field. @see partner-api "Resources / Category" */
export function isLeaf(category: Category): boolean {
  return category.children === undefined || category.children === null
}

/** Every node of the tree with what it inherits, in the tree's order: a node before its children. */
function* nodesOf(
  tree: readonly Category[],
  above: LeafCategory | null = null,
): Generator<{ node: Category; here: LeafCategory }> {
  for (const node of tree) {
    const here: LeafCategory = {
      id: node.id,
      name: node.name,
      path: [...(above?.path ?? []), node.name],
      gender: node.gender ?? above?.gender ?? null,
      sizingType: node.sizing_type ?? above?.sizingType ?? null,
      allowedSizes: node.allowed_sizes ?? above?.allowedSizes ?? null,
      defaultSize: node.default_size ?? above?.defaultSize ?? null,
    }
    yield { node, here }
    yield* nodesOf(node.children ?? [], here)
  }
}

/** Every category of the tree, in the tree's order: before those below it. */
export function everyCategory(tree: readonly Category[]): LeafCategory[] {
  return [...nodesOf(tree)].map(({ here }) => here)
}

/** Every leaf of the tree, in the tree's order, with inherited sizes. */
export function leavesOf(tree: readonly Category[]): LeafCategory[] {
  return [...nodesOf(tree)].filter(({ node }) => isLeaf(node)).map(({ here }) => here)
}

/** The category with this ID and what it inherits; `null` if the tree has none. */
export function categoryIn(
  tree: readonly Category[],
  id: number,
): { node: Category; here: LeafCategory } | null {
  for (const found of nodesOf(tree)) if (found.node.id === id) return found
  return null
}

/**
 * The part of the tree whose paths have every word of the search, in any order; a number also finds the category with
 * this ID. A category that is found keeps its children, and is shown below those above it.
 */
export function searchTree(tree: readonly Category[], search: string): readonly Category[] {
  const words = wordsOfPath(search)
  if (words.length === 0) return tree
  const keep = (nodes: readonly Category[], above: string): Category[] =>
    nodes.flatMap((node) => {
      const path = `${above} ${node.name}`
      if (words.every((word) => containsTyped(path, word)) || search.trim() === String(node.id)) return [node]
      const children = keep(node.children ?? [], path)
      return children.length === 0 ? [] : [{ ...node, children }]
    })
  return keep(tree, '')
}

/** Whether the path contains every typed word, in any order. */
export function isFoundBy(path: string, search: string): boolean {
  return wordsOfPath(search).every((word) => containsTyped(path, word))
}

function wordsOfPath(search: string): string[] {
  return search.split(/[\s›]+/).filter((word) => word !== '')
}

/** The three validation messages of the document, verbatim. @see partner-api "Errors" */
export const SIZE_PROBLEMS = {
  notAllowed: 'size: not allowed for this category',
  empty: 'size: cannot be empty for this category',
  typeEmpty: 'size.type: cannot be empty for this category',
} as const
export type SizeProblem = (typeof SIZE_PROBLEMS)[keyof typeof SIZE_PROBLEMS]

/** Where each of them is in the request, and its code. */
export const SIZE_PROBLEM_AT = {
  [SIZE_PROBLEMS.notAllowed]: { path: ['size'], code: 'not_allowed' },
  [SIZE_PROBLEMS.empty]: { path: ['size'], code: 'missing' },
  [SIZE_PROBLEMS.typeEmpty]: { path: ['size', 'type'], code: 'missing' },
} as const satisfies Record<SizeProblem, { path: readonly string[]; code: string }>

/**
 * Judges an item's size against its leaf category. A leaf with allowed sizes demands a size; a leaf with a sizing type
 * demands the size's `type` too.
 * @see partner-api "Errors", the three validation messages
 */
export function sizeProblem(
  leaf: Pick<LeafCategory, 'allowedSizes' | 'sizingType'>,
  size: { scale: string; name: string; type?: string | undefined } | undefined,
): SizeProblem | null {
  const demanded = leaf.allowedSizes !== null && Object.keys(leaf.allowedSizes).length > 0
  if (size === undefined) return demanded ? SIZE_PROBLEMS.empty : null
  // Own keys only: a scale named `constructor` must not find an inherited property.
  const scales = leaf.allowedSizes ?? {}
  const names = Object.hasOwn(scales, size.scale) ? scales[size.scale] : undefined
  if (!names?.includes(size.name)) return SIZE_PROBLEMS.notAllowed
  if (leaf.sizingType !== null && !size.type) return SIZE_PROBLEMS.typeEmpty
  return null
}
