/** The end of an evidence log's chain, as kept outside its file. */
export type EvidenceHead = { logId: string; seq: number; hash: string }
