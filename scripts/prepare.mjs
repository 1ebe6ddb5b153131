// @ts-check
/**
 * npm runs this after `npm ci` and `npm install`: enables the hooks in `.githooks` in a developer's clone. It never
 * fails an install: without git, without a repository (an unpacked archive) and in CI it does nothing.
 */
import { spawnSync } from 'node:child_process'

const HOOKS = '.githooks'

/** @param {string[]} args */
const git = (...args) => spawnSync('git', args, { encoding: 'utf8' })

const isRepository = git('rev-parse', '--is-inside-work-tree').status === 0
const chosen = git('config', '--get', 'core.hooksPath').stdout?.trim()
// Keeps the user's own hooks. On a branch without the folder there are no hooks, and git does not complain.
if (!process.env['CI'] && isRepository && !chosen) git('config', 'core.hooksPath', HOOKS)
