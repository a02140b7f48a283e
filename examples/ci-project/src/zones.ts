const ZONES = [
  { zone: 1, countries: ['AT', 'BE', 'CH', 'CZ', 'DE', 'DK', 'FR', 'LU', 'NL', 'PL'] },
  { zone: 2, countries: ['EE', 'ES', 'FI', 'HU', 'IE', 'IT', 'LT', 'LV', 'NO', 'PT', 'SE', 'SI', 'SK'] },
  { zone: 3, countries: ['AL', 'BA', 'BG', 'CY', 'GR', 'HR', 'IS', 'MT', 'RO', 'RS', 'TR', 'UA'] },
]

/** Zone 4 is the rest of the world. */
export const zoneOf = (country: string): number => {
  if (!/^[A-Z]{2}$/.test(country)) throw new RangeError(`not a country code: ${country}`)
  const found = ZONES.find(({ countries }) => countries.includes(country))
  return found === undefined ? 4 : found.zone
}
