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

export type State = (typeof STATES)[number]

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

export function isState(value: string): value is State {
  return Object.hasOwn(regions, value)
}

export function getRegion(state: State): Region {
  return regions[state]
}
