/** Why the camera took no photo. Stored; never rename. */
export const CAMERA_TROUBLES = [
  'camera_missing',
  'camera_busy',
  'camera_denied',
  'camera_not_ready',
  'camera_failed',
] as const
export type CameraTrouble = (typeof CAMERA_TROUBLES)[number]
