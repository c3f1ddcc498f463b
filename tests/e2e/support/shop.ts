import { z } from 'zod'

const environment = z.object({ DATABASE_URL: z.string(), DATA_DIR: z.string() }).catchall(z.string())

/** The environment of the shop under test, as the global setup started it. */
export function shopEnvironment(): z.infer<typeof environment> {
  return environment.parse(JSON.parse(process.env.E2E_ENVIRONMENT ?? '{}'))
}

/** Publications of the seeded catalogue. */
export const publications = {
  manual: { id: 62, name: 'Manual de Voo do Ipanema EMB-202A', price: 236_45 },
  manual203: { id: 61, name: 'Manual de Voo do Ipanema EMB-203', price: 248_85 },
  checklist: {
    id: 53,
    name: 'Lista de Verificação do Piloto (checklist plastificado) EMB-203',
    price: 44_95,
  },
  index: { id: 58, name: 'Índice de Publicações Técnicas e Revisões em Vigor', price: 35_85 },
  equipmentList: { id: 49, name: 'Lista de Equipamentos Mínimos do Ipanema EMB-202A', price: 84_35 },
  subscription: {
    id: 67,
    name: 'Manual de Manutenção do Ipanema EMB-203 em formato eletrônico',
    price: 1_246_85,
  },
  needsAircraft: {
    id: 36,
    name: 'Relatório de Peso e Balanceamento – formulário por aeronave',
    price: 97_85,
  },
  perAircraft: {
    id: 37,
    name: 'Visita Geral de 1.000 Horas: fichas de inspeção por aeronave',
    price: 342_55,
  },
  photoOfPanel: { id: 38, name: 'Kit de Placares e Marcas Internas (com foto do painel)', price: 156_35 },
  photoAndAircraft: {
    id: 9,
    name: 'Segunda via nominal do Manual de Voo (com foto da plaqueta de identificação)',
    price: 164_95,
  },
} as const

export type Publication = (typeof publications)[keyof typeof publications]

/** Accounts with the seeded password. All tests share them, so tests must not change them. */
export const seeded = {
  customer: { email: 'cliente@aeropub.test', password: 'demonstracao-2026' },
  staff: { email: 'equipe@aeropub.test', password: 'demonstracao-2026' },
  other: { email: 'jose.antunes@exemplo.test', password: 'demonstracao-2026' },
} as const

export type Login = { email: string; password: string }
