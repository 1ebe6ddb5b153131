; Included by electron-builder's installer. It installs for all users of the PC; with /S nothing is shown.
;   /AUTOSTART=1   starts Packbench when someone signs in; /AUTOSTART=0 stops that
;   /KIOSK=1       the same, as a kiosk: full screen, which only a supervisor can leave
; An upgrade without them leaves the autostart as it is.

!define AUTOSTART_KEY "Software\Microsoft\Windows\CurrentVersion\Run"

!macro customInstall
  Push $R0
  Push $R1
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/AUTOSTART=" $R1
  ${IfNot} ${Errors}
    ${If} $R1 == "1"
      WriteRegStr HKLM "${AUTOSTART_KEY}" "${PRODUCT_NAME}" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}"'
    ${Else}
      DeleteRegValue HKLM "${AUTOSTART_KEY}" "${PRODUCT_NAME}"
    ${EndIf}
  ${EndIf}
  ClearErrors
  ${GetOptions} $R0 "/KIOSK=" $R1
  ${IfNot} ${Errors}
  ${AndIf} $R1 == "1"
    WriteRegStr HKLM "${AUTOSTART_KEY}" "${PRODUCT_NAME}" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" --kiosk'
  ${EndIf}
  ClearErrors
  Pop $R1
  Pop $R0
!macroend

!macro customUnInstall
  ; An upgrade uninstalls the version before.
  ${IfNot} ${isUpdated}
    DeleteRegValue HKLM "${AUTOSTART_KEY}" "${PRODUCT_NAME}"
  ${EndIf}
!macroend
