import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../support/temp-dir'

/** Our part of the Windows installer, which cannot run here, compiled as electron-builder's script includes it. */

const INCLUDE = path.resolve('resources/windows/installer.nsh')
const hasCompiler = spawnSync('makensis', ['-VERSION']).status === 0

/** The names that electron-builder's `common.nsh` defines before it includes the file. */
const installer = (include: string, out: string) => `
Unicode true
!include LogicLib.nsh
!include FileFunc.nsh
!define PRODUCT_NAME Packbench
!define APP_EXECUTABLE_FILENAME Packbench.exe
!define isUpdated '"" TestUpdated ""'
!macro _TestUpdated _a _b _t _f
  \${GetParameters} $R9
  \${GetOptions} $R9 "--updated" $R9
  IfErrors \`\${_f}\` \`\${_t}\`
!macroend
!include "${include}"
OutFile "${out}"
Section
  SetOutPath $INSTDIR
  !insertmacro customInstall
  WriteUninstaller "$INSTDIR\\uninstall.exe"
SectionEnd
Section un.Packbench
  !insertmacro customUnInstall
SectionEnd
`

function compile(include: string) {
  const folder = tempDir()
  const script = path.join(folder, 'installer.nsi')
  writeFileSync(script, installer(include, path.join(folder, 'installer.exe')))
  const { status, stdout } = spawnSync('makensis', ['-WX', '-V2', script], { encoding: 'utf8' })
  return { status, stdout }
}

describe.skipIf(!hasCompiler)('the Windows installer', () => {
  it('compiles without a warning', () => {
    expect(compile(INCLUDE)).toEqual({ status: 0, stdout: '' })
  })

  it('would not compile with a mistake in it', () => {
    const wrong = path.join(tempDir(), 'wrong.nsh')
    writeFileSync(wrong, readFileSync(INCLUDE, 'utf8').replace('DeleteRegValue', 'DeleteRegVallue'))
    expect(compile(wrong).status).not.toBe(0)
  })
})
