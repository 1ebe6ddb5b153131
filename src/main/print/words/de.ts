import type { PrintWords } from './words'

export const de: PrintWords = {
  slip: {
    title: 'Packzettel',
    order: 'Bestellung',
    shipment: 'Paket',
    ordered: 'Bestellt',
    packed: 'Gepackt',
    carrier: 'Versanddienst',
    tracking: 'Trackingnummer',
    shipTo: 'Lieferadresse',
    noAddress: 'Die Adresse ist nicht auf diesem Packplatz.',
    item: 'Artikel',
    size: 'Größe',
    condition: 'Zustand',
    itemNumber: 'Artikelnummer',
    price: 'Preis',
    total: 'Summe dieser Artikel',
    holds: (count, of) =>
      count === of
        ? count === 1
          ? 'Dieses Paket enthält den einen Artikel der Bestellung.'
          : `Dieses Paket enthält alle ${count} Artikel der Bestellung.`
        : `Dieses Paket enthält ${count} von ${of} Artikeln der Bestellung. Die übrigen kommen getrennt.`,
  },
  commands: {
    title: 'Befehle',
    hint: 'Hängen Sie dieses Blatt in Reichweite des Scanners auf. Wer einen Code scannt, löst den Befehl aus.',
    of: {
      confirm: {
        name: 'BESTÄTIGEN',
        does: 'Packt die Bestellung, wenn alles gescannt ist. In einem Formular: dessen Bestätigung. Zweimal: übernimmt eine Bestellung von einem anderen Platz.',
      },
      cancel: {
        name: 'ABBRECHEN',
        does: 'Schließt ein Formular. Zweimal: gibt das Gescannte auf. Sonst zurück zur Liste.',
      },
      undo: {
        name: 'RÜCKGÄNGIG',
        does: 'Nimmt den letzten Artikel oder das letzte Paket wieder heraus. Nach dem Packen: schlägt vor, die Sendung zu stornieren.',
      },
      pack_part: { name: 'TEIL PACKEN', does: 'Packt das Gescannte, obwohl noch Artikel fehlen.' },
      next: { name: 'NÄCHSTE', does: 'Öffnet die nächste Bestellung der Liste.' },
      acknowledge: {
        name: 'GELESEN',
        does: 'Schließt einen Fehler, der gelesen wurde. Schiebt einen Alarm auf.',
      },
      ship: {
        name: 'VERSENDEN',
        does: 'Öffnet das Formular „versendet“. Ohne offene Bestellung: die Rampe.',
      },
      deliver: {
        name: 'ZUSTELLEN',
        does: 'Öffnet das Formular „zugestellt“. Ohne offene Bestellung: die Rampe.',
      },
      hold: {
        name: 'ZURÜCKSTELLEN',
        does: 'Stellt die Bestellung zurück; noch einmal: der nächste Grund. Gibt eine zurückgestellte frei.',
      },
      reprint: { name: 'NACHDRUCK', does: 'Druckt den Packzettel noch einmal. An der Rampe: die Ladeliste.' },
    },
  },
  calibration: {
    title: 'Kalibrierblatt',
    hint: 'Öffnen Sie Einstellungen, Scanner. Scannen Sie dann diese Codes nacheinander, von oben nach unten.',
  },
  badges: { title: 'Ausweise' },
  manifest: {
    title: 'Ladeliste',
    carrier: 'Versanddienst',
    noCarrier: 'Ohne Versanddienst',
    handedOver: 'Übergeben',
    notYet: 'Noch nicht',
    by: 'Von',
    count: (parcels, items) => `${parcels} ${parcels === 1 ? 'Paket' : 'Pakete'}, ${items} Artikel`,
    order: 'Bestellung',
    items: 'Artikel',
    tracking: 'Trackingnummer',
    driver: 'Name des Fahrers',
    date: 'Datum und Uhrzeit',
    signature: 'Unterschrift',
  },
}
