/** The facts that decide whether and how a window can open. */
export type Screen = { platform: NodeJS.Platform; hasDisplay: boolean; isRootOnLinux: boolean }

/** Looks at this process's environment. */
export function readScreen(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  uid: number | null = process.getuid?.() ?? null,
): Screen {
  const isSet = (name: string) => (env[name] ?? '') !== ''
  return {
    platform,
    hasDisplay: platform !== 'linux' || isSet('DISPLAY') || isSet('WAYLAND_DISPLAY'),
    isRootOnLinux: platform === 'linux' && uid === 0,
  }
}
