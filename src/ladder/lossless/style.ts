/** How values are written: what is good to read, or what is short. */
export interface Style {
  /** Allows values of one length in a row without separators. */
  readonly rows: boolean
  /** What a char of single steps (`+7-13+2`) counts for, against a char of a list: whoever reads them has to add them up. */
  readonly steps: number
  /** What a char counts for that goes through a table: less than one where later values may use the same table. */
  readonly tables: number
}

export const READABLE: Style = { rows: false, steps: 1.5, tables: 1 }
export const DENSE: Style = { rows: true, steps: 1, tables: 1 }
export const SHARING: Style = { rows: true, steps: 1, tables: 0.6 }
