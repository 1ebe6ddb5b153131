import type { Words } from '../dictionary'

export const guide: Words['guide'] = {
  label: 'Übungsrundgang',
  begin: 'Rundgang in drei Minuten',
  again: 'Von vorn',
  stop: 'Beenden',
  skip: 'Überspringen',
  progress: 'Schritt {{step}} von {{of}}',
  scanForMe: 'Für mich scannen',
  codes: {
    order: 'Bestellung {{code}}',
    item: 'Artikel {{code}}',
    foreign: 'Artikel einer anderen Bestellung: {{code}}',
    label: 'Versandetikett {{code}}',
    command: '{{name}}, Taste {{key}}',
  },
  takeNetwork: 'Netz wegnehmen',
  bringNetwork: 'Netz zurückholen',
  cancelOrder: 'Stornieren lassen',
  goOutbox: 'Postausgang öffnen',
  goOrder: 'Zurück zur Bestellung',
  steps: {
    open: {
      title: 'Eine Bestellung öffnen',
      text: 'Scannen Sie ihre Nummer, oder wählen Sie eine in der Liste und drücken Sie Enter.',
    },
    scan_items: {
      title: 'Alle Artikel scannen',
      text: 'Grün heißt richtig, und Sie hören es. Die Liste zeigt, was noch fehlt.',
    },
    label: {
      title: 'Das Versandetikett scannen',
      text: 'Sind alle Artikel gescannt, wird der nächste Code zur Trackingnummer.',
    },
    pack: {
      title: 'Die Bestellung packen',
      text: 'Scannen Sie BESTÄTIGEN, oder drücken Sie F9. Es ist sofort auf diesem PC festgehalten.',
    },
    print: {
      title: 'Den Packzettel drucken',
      text: 'Scannen Sie NACHDRUCK, oder drücken Sie den Knopf an der Sendung.',
    },
    ship: {
      title: 'Das Paket versenden',
      text: 'Scannen Sie VERSENDEN, prüfen Sie die Zeiten, dann scannen Sie BESTÄTIGEN.',
    },
    outbox: {
      title: 'In den Postausgang sehen',
      text: 'Er zeigt, was noch zu senden ist und was Sie klären müssen.',
    },
    wrong_item: {
      title: 'Übung: falscher Artikel',
      text: 'Öffnen Sie eine andere Bestellung, und scannen Sie einen Artikel, der nicht dazugehört.',
    },
    acknowledge: {
      title: 'Den Fehler schließen',
      text: 'Lesen Sie ihn, dann scannen Sie GELESEN oder drücken F2.',
    },
    network_gone: {
      title: 'Übung: Das Netz ist weg',
      text: 'Nehmen Sie das Netz weg. Der Balken oben meldet es.',
    },
    pack_offline: {
      title: 'Ohne Netz packen',
      text: 'Scannen Sie die Artikel und BESTÄTIGEN wie immer. Die Daten warten auf diesem PC.',
    },
    network_back: {
      title: 'Das Netz ist wieder da',
      text: 'Holen Sie es zurück. Was wartete, wird von selbst gesendet.',
    },
    order_canceled: {
      title: 'Übung: Die Bestellung wurde storniert',
      text: 'Öffnen Sie eine Bestellung, scannen Sie einen Artikel, und lassen Sie sie dann stornieren.',
    },
    alarm: {
      title: 'Den Alarm beantworten',
      text: 'Lesen Sie, was mit den Artikeln zu tun ist, dann scannen Sie GELESEN oder drücken den Knopf.',
    },
  },
  doneTitle: 'Sie haben den ganzen Rundgang gemacht.',
  doneText: 'Gepackt, gedruckt, versendet und drei Störungen gemeistert. Noch einmal: F1.',
  close: 'Schließen',
}
