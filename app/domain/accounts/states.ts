/** The 26 states and the Federal District, by their two letters. */
export const STATES = [
  'AC',
  'AL',
  'AM',
  'AP',
  'BA',
  'CE',
  'DF',
  'ES',
  'GO',
  'MA',
  'MG',
  'MS',
  'MT',
  'PA',
  'PB',
  'PE',
  'PI',
  'PR',
  'RJ',
  'RN',
  'RO',
  'RR',
  'RS',
  'SC',
  'SE',
  'SP',
  'TO',
] as const

/** A state's two letters (UF). */
export type State = (typeof STATES)[number]

/** The five regions: North, North-East, Centre-West, South-East, South. */
export type Region = 'N' | 'NE' | 'CO' | 'SE' | 'S'

const regions: Record<State, Region> = {
  AC: 'N',
  AL: 'NE',
  AM: 'N',
  AP: 'N',
  BA: 'NE',
  CE: 'NE',
  DF: 'CO',
  ES: 'SE',
  GO: 'CO',
  MA: 'NE',
  MG: 'SE',
  MS: 'CO',
  MT: 'CO',
  PA: 'N',
  PB: 'NE',
  PE: 'NE',
  PI: 'NE',
  PR: 'S',
  RJ: 'SE',
  RN: 'NE',
  RO: 'N',
  RR: 'N',
  RS: 'S',
  SC: 'S',
  SE: 'NE',
  SP: 'SE',
  TO: 'N',
}

/** True for the two letters of a state, upper case. */
export function isState(value: string): value is State {
  return Object.hasOwn(regions, value)
}

/** The region a state lies in. */
export function regionOf(state: State): Region {
  return regions[state]
}
