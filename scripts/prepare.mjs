// @ts-check
/**
 * npm runs this after `npm ci` and `npm install`: switches the hooks in `.githooks` on in a clone that people commit in.
 * It never fails an install: without git, without a repository (an unpacked archive) and in CI there is nothing to do.
 */
import { spawnSync } from 'node:child_process'

const HOOKS = '.githooks'

/** @param {string[]} args */
const git = (...args) => spawnSync('git', args, { encoding: 'utf8' })

const isRepository = git('rev-parse', '--is-inside-work-tree').status === 0
const chosen = git('config', '--get', 'core.hooksPath').stdout?.trim()
// Someone's own hooks stay. A branch without the folder has no hooks, and git says nothing about it.
if (!process.env['CI'] && isRepository && !chosen) git('config', 'core.hooksPath', HOOKS)
