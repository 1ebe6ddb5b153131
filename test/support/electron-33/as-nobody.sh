#!/bin/sh
# Runs ELECTRON_EXECUTABLE as a user without rights: Electron refuses to run as root with its sandbox on.
exec setpriv --reuid=65534 --regid=65534 --clear-groups -- "$ELECTRON_EXECUTABLE" "$@"
