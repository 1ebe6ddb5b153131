import type { Words } from '../dictionary'

export const backups: Words['backups'] = {
  title: 'Sicherungen',
  about:
    'Packbench kopiert stündlich alles auf diesem Packplatz. Die Adressen der Käufer bleiben in den Kopien verschlüsselt.',
  make: 'Jetzt sichern',
  made: 'Die Sicherung ist gemacht.',
  none: 'Es gibt noch keine Sicherung.',
  list: 'Liste der Sicherungen',
  size: '{{size}} MB',
  restore: 'Zurückholen',
  restoreOf: 'Sicherung vom {{at}} zurückholen',
  restoreTitle: 'Zurück zur Sicherung vom {{at}}?',
  restoreText:
    'Was noch nicht erledigt ist, bleibt erhalten. Jeder offene Vorgang wird beim Marktplatz geprüft, bevor er wieder gesendet wird, und die Bestellungen werden neu gelesen.',
  restoreYes: 'Zurückholen',
  restoreNo: 'Alles lassen, wie es ist',
}
