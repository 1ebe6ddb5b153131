import archive from './start/archive.json'
import bench from './start/bench.json'
import commands from './start/commands.json'
import connection from './start/connection.json'
import errors from './start/errors.json'
import grades from './start/grades.json'
import hold from './start/hold.json'
import language from './start/language.json'
import queue from './start/queue.json'
import scan from './start/scan.json'
import shell from './start/shell.json'

/** What the first screen says, and what a scan is answered. It comes with the first script. */
export const words = {
  ...archive,
  ...bench,
  ...commands,
  ...connection,
  ...errors,
  ...grades,
  ...hold,
  ...language,
  ...queue,
  ...scan,
  ...shell,
}
