import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What maintainer scripts run; all the rest of a system is missing, and they must do without it. */
const PROGRAMS = [
  'bash',
  'sh',
  'ln',
  'rm',
  'chmod',
  'readlink',
  'unshare',
  'true',
  'dpkg',
  'update-alternatives',
]

/** Whether this PC can install a package into a folder: as root, with Debian's tools. */
export const CAN_CHROOT =
  process.platform === 'linux' && process.getuid?.() === 0 && PROGRAMS.every((name) => find(name) !== null)

/** A folder that a package can be installed into, as if it were a whole Debian. */
export class SmallRoot {
  private readonly root: string

  constructor(root: string) {
    this.root = root
    for (const folder of [
      'usr/bin',
      'usr/lib',
      'usr/lib64',
      'var/lib/dpkg/info',
      'var/lib/dpkg/updates',
      'tmp',
    ])
      mkdirSync(path.join(root, folder), { recursive: true })
    for (const folder of ['bin', 'lib', 'lib64']) symlinkSync(`usr/${folder}`, path.join(root, folder))
    for (const file of ['var/lib/dpkg/status', 'var/lib/dpkg/available']) writeFileSync(this.path(file), '')
    for (const folder of ['etc/alternatives', 'var/lib/dpkg/alternatives', 'var/log'])
      mkdirSync(this.path(folder), { recursive: true })
    // A file takes the place of the device, which not every container may create.
    mkdirSync(this.path('dev'))
    writeFileSync(this.path('dev/null'), '')
    for (const name of PROGRAMS) this.copyProgram(name)
  }

  path(file: string): string {
    return path.join(this.root, file)
  }

  has(file: string): boolean {
    return existsSync(this.path(file))
  }

  /**
   * Runs dpkg; the package's scripts run inside the root and see nothing else. Its dependencies are not installed.
   * @throws Error with dpkg's output
   */
  dpkg(...args: string[]): string {
    const all = [`--root=${this.root}`, '--force-depends', '--force-confold', ...args]
    const { status, stdout, stderr } = spawnSync('dpkg', all, { encoding: 'utf8' })
    const output = stdout + stderr
    if (status !== 0) throw new Error(`dpkg ${args.join(' ')}: ${output}`)
    return output
  }

  private copyProgram(name: string): void {
    const program = find(name) ?? ''
    copyFileSync(realpathSync(program), this.path(`usr/bin/${name}`))
    const libraries = execFileSync('ldd', [program], { encoding: 'utf8' })
    for (const [library] of libraries.matchAll(/\/\S+/g)) {
      const to = this.path(library)
      if (existsSync(to)) continue
      mkdirSync(path.dirname(to), { recursive: true })
      copyFileSync(realpathSync(library), to)
    }
  }
}

function find(name: string): string | null {
  const { stdout } = spawnSync('which', [name], { encoding: 'utf8' })
  return stdout.trim() === '' ? null : stdout.trim()
}
