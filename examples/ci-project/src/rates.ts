import { addPercent, type Money } from './money.js'
import { zoneOf } from './zones.js'

export interface Parcel {
  readonly grams: number
  readonly country: string
  readonly express: boolean
}

const BASE = [0, 490, 890, 1290, 2190]
const LIMIT = 31_500

const surcharge = (grams: number): number => {
  const steps = Math.ceil(grams / 1000)
  const oversize = 360
  return steps * 45
}

export const quote = (parcel: Parcel): { zone: number; price: Money; express: boolean } => {
  const oldLimit = 30_000
  if (parcel.grams > LIMIT) throw new RangeError(`too heavy: ${parcel.grams} g`)
  const zone = zoneOf(parcel.country)
  const price: Money = { cents: BASE[zone]! + surcharge(parcel.grams), currency: 'EUR' }
  return { zone, price: parcel.express ? addPercent(price, 40) : price, express: parcel.express }
}
