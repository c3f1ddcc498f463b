import { type Centavos, parseReais } from '#app/domain/platform/money.ts'
import { buildSeedPage, type SeedPage } from '#db/seed/publication-pages.ts'
import { makeInstant } from '#db/seed/reference-date.ts'

type CatalogueRow = ReturnType<typeof parsePublication>
export type SeedPublication = CatalogueRow & Omit<SeedPage, 'models'>

/**
 * Columns: code | name | applicability | version | date | price | price of a renewal year | grams | further words. A
 * row without grams is a download, one with a renewal price a subscription. Further words: `aeronave` requires
 * aircraft data, `foto` requires a photo, `revisões` sends only future revisions, `inativa` is not sold.
 */
const catalogue = `
MV-200     | Manual de Voo do Ipanema EMB-200 e EMB-200A | EMB-200 e EMB-200A, séries 200001 a 200073 | Rev. 9 | 2019-04-15 | 189,45 | | 620 |
MS-200     | Manual de Serviço do Ipanema EMB-200 | EMB-200 e EMB-200A, séries 200001 a 200073 | Rev. 14 | 2019-06-03 | 412,90 | | 2350 |
CIP-200    | Catálogo Ilustrado de Peças EMB-200 (edição histórica) | EMB-200 e EMB-200A, todas as séries | Rev. 7 | 2018-11-20 | 298,75 | | 1980 | inativa
MV-201     | Manual de Voo do Ipanema EMB-201 | EMB-201, séries 200074 a 200260 | Rev. 11 | 2020-02-10 | 199,45 | | 640 |
MV-201A    | Manual de Voo Aprovado EMB-201A (exemplar nominal à aeronave) | EMB-201A, séries 200261 a 200699 | Rev. 13 | 2021-08-16 | 274,35 | | 710 | aeronave
MM-201A    | Manual de Manutenção do Ipanema EMB-201A | EMB-201A, séries 200261 a 200699 | Rev. 21 | 2026-03-09 | 689,90 | 398,55 | 3450 |
CIP-201A   | Catálogo Ilustrado de Peças EMB-201A | EMB-201A, séries 200261 a 200699 | Rev. 18 | 2026-01-19 | 548,65 | 312,45 | 2870 |
REP-SEG    | Segunda via do Manual de Voo (troca mediante foto do exemplar danificado) | EMB-200 a EMB-203, todas as séries | Rev. 2 | 2022-05-23 | 129,85 | | 680 | foto
REP-NOM    | Segunda via nominal do Manual de Voo (com foto da plaqueta de identificação) | EMB-201A a EMB-203, todas as séries | Rev. 4 | 2022-05-23 | 164,95 | | 700 | aeronave foto
BS-201A    | Boletins de Serviço EMB-201A – coletânea 1998 a 2024 | EMB-201A, séries 200261 a 200699 | 2024 | 2024-12-16 | 87,35 | | |
BS-ETA     | Boletim de Serviço de Conversão Álcool (Etanol) | EMB-201A e EMB-202 convertidos, conforme BS 200-28-0001 | Rev. 5 | 2023-07-31 | 315,60 | | | aeronave
BS-ETA-F   | Autorização de Conversão para Etanol (download com foto da plaqueta) | EMB-201A e EMB-202 com conversão de fábrica | Rev. 3 | 2023-07-31 | 445,75 | | | aeronave foto
MV-TUIUIU  | Manual de Voo do Tuiuiú T-12 | Tuiuiú T-12, séries T12-001 a T12-184 | Rev. 6 | 2021-03-22 | 146,25 | | 540 |
MM-TUIUIU  | Manual de Manutenção do Tuiuiú T-12 | Tuiuiú T-12, séries T12-001 a T12-184 | Rev. 10 | 2026-05-11 | 398,45 | 214,90 | |
CIP-TUIUIU | Catálogo de Peças do Tuiuiú T-12 | Tuiuiú T-12, séries T12-001 a T12-184 | Rev. 8 | 2024-10-07 | 176,55 | | |
MV-CURIO   | Manual de Voo do Curió C-2 (ultraleve) | Curió C-2, séries C2-0001 a C2-0412 | 2.4 | 2023-02-13 | 64,45 | | |
MM-CURIO   | Programa de Manutenção do Curió C-2 | Curió C-2, séries C2-0001 a C2-0412 | 3.1 | 2026-04-27 | 118,95 | 72,35 | |
CAR-CURIO  | Caderneta de Célula do Curió C-2 | Curió C-2, todas as séries | 1.2 | 2020-09-14 | 35,15 | | 150 |
CAR-MOTOR  | Caderneta de Motor – modelo geral | Motores convencionais de até 400 hp | 1.4 | 2020-09-14 | 38,45 | | 160 |
CAR-HELICE | Caderneta de Hélice – modelo geral | Hélices de passo fixo e de velocidade constante | 1.4 | 2020-09-14 | 36,75 | | 150 |
LEM-CARC   | Lista de Equipamentos Mínimos do Carcará C-3 | Carcará C-3, séries C3-010 em diante | Rev. 4 | 2025-02-24 | 92,65 | | |
PMA-CARC   | Programa de Manutenção Aprovado do Carcará C-3 (por aeronave) | Carcará C-3, séries C3-010 em diante | Rev. 7 | 2026-06-22 | 742,35 | 421,65 | 2240 | aeronave
PMA-CARC-D | Programa de Manutenção Aprovado do Carcará C-3 em formato eletrônico | Carcará C-3, séries C3-010 em diante | Rev. 7 | 2026-06-22 | 596,45 | 348,75 | | aeronave
PER-FAB    | Peças de Reposição: comprovação de origem (assinatura com foto das etiquetas) | Todas as aeronaves agrícolas | 2026/1 | 2026-02-16 | 268,95 | 154,35 | | foto
INS-EST    | Inspeção Estrutural: caderno ilustrado anual (com foto do laudo anterior) | EMB-201A, EMB-202 e EMB-202A | Rev. 3 | 2026-03-30 | 354,85 | 198,45 | 1260 | foto
AD-VIG     | Vigilância de Aeronavegabilidade Continuada (impresso, com foto da plaqueta) | EMB-202 e EMB-202A, séries 200700 a 20200998 | Rev. 5 | 2026-04-13 | 896,75 | 512,45 | 1840 | aeronave foto
AD-VIG-D   | Vigilância de Aeronavegabilidade Continuada (eletrônica, com foto da plaqueta) | EMB-202 e EMB-202A, séries 200700 a 20200998 | Rev. 5 | 2026-04-13 | 718,35 | 409,65 | | aeronave foto
MV-202     | Manual de Voo do Ipanema EMB-202 | EMB-202, séries 200700 a 200999 | Rev. 15 | 2025-05-19 | 214,45 | | 690 |
MM-202     | Manual de Manutenção do Ipanema EMB-202 | EMB-202, séries 200700 a 200999 | Rev. 24 | 2026-08-10 | 778,35 | 446,85 | 3720 |
CIP-202    | Catálogo Ilustrado de Peças EMB-202 | EMB-202, séries 200700 a 200999 | Rev. 19 | 2026-07-06 | 604,55 | 345,25 | 3180 |
ELE-202    | Manual Elétrico: esquemas e diagramas de fiação EMB-202 | EMB-202, séries 200700 a 200999 | Rev. 6 | 2024-06-17 | 246,85 | | |
MV-202-N   | Manual de Voo Aprovado EMB-202 (exemplar nominal à aeronave) | EMB-202, séries 200700 a 200999 | Rev. 15 | 2025-05-19 | 289,65 | | 720 | aeronave
LIC-FOTO   | Licença de Reprodução Interna de Manuais (com foto do alvará da oficina) | Oficinas homologadas | 2025 | 2025-01-20 | 189,95 | | | foto
COL-BS     | Ação Corretiva: coletânea de boletins e diretrizes por aeronave | EMB-200 a EMB-203, por número de série | 2026/2 | 2026-09-21 | 486,45 | 278,95 | 960 | aeronave
COL-BS-D   | Ação Corretiva: coletânea eletrônica de boletins e diretrizes por aeronave | EMB-200 a EMB-203, por número de série | 2026/2 | 2026-09-21 | 388,25 | 224,65 | | aeronave
PES-BAL    | Relatório de Peso e Balanceamento – formulário por aeronave | EMB-201A, EMB-202, EMB-202A e EMB-203 | Rev. 2 | 2024-03-11 | 97,85 | | | aeronave
VIS-GER    | Visita Geral de 1.000 Horas: fichas de inspeção por aeronave | EMB-202A, séries 20200001 a 20200998 | Rev. 8 | 2025-03-17 | 342,55 | | 1120 | aeronave
PLA-IDE    | Kit de Placares e Marcas Internas (com foto do painel) | EMB-202A e EMB-203 | Rev. 1 | 2024-08-05 | 156,35 | | 310 | foto
CER-FOTO   | Certificado de Atualização de Acervo (com foto das lombadas) | Oficinas e operadores agrícolas | 2025 | 2025-02-10 | 78,45 | | | foto
EST-CARC   | Reparos Estruturais do Carcará C-3 – emissão especial por aeronave e foto do dano | Carcará C-3, séries C3-010 em diante | Rev. 2 | 2025-04-28 | 1.284,65 | | 1530 | aeronave foto
TRE-AGR    | Guia de Treinamento do Piloto Agrícola | Pilotos agrícolas em formação | 2024 | 2024-01-29 | 89,95 | | |
MEC-BAS    | Caderno do Mecânico: torques, ferramentas e consumíveis | Aeronaves agrícolas de motor convencional | 4.2 | 2025-03-31 | 124,65 | | 880 |
COR-PRE    | Prevenção de Corrosão em Aeronaves Agrícolas | Aeronaves agrícolas metálicas | 2.0 | 2023-11-06 | 108,25 | | 460 |
HEL-BIP    | Manual da Hélice Bipá de Velocidade Constante | Hélices bipás dos EMB-201A e EMB-202 | Rev. 12 | 2025-06-09 | 232,45 | | 840 |
HEL-TRI    | Manual da Hélice Tripá de Velocidade Constante | Hélices tripás dos EMB-202A e EMB-203 | Rev. 9 | 2026-09-14 | 268,75 | 148,95 | 910 | revisões
MOT-ETA    | Manual de Revisão Geral do Motor a Etanol de 320 hp | EMB-202A e EMB-203 | Rev. 17 | 2026-10-05 | 1.120,35 | 642,85 | 4180 |
OPE-203    | Manual de Operação Agrícola do Ipanema EMB-203 | EMB-203, séries 20300001 em diante | Rev. 5 | 2026-08-24 | 318,65 | 176,35 | 1150 |
SUP-DGPS   | Suplemento ao Manual de Voo: Sistema DGPS e Barra de Luzes | EMB-202A e EMB-203 | Rev. 3 | 2025-07-07 | 76,85 | | |
LEM-202A   | Lista de Equipamentos Mínimos do Ipanema EMB-202A | EMB-202A, séries 20200001 a 20200998 | Rev. 6 | 2025-07-21 | 84,35 | | |
LEM-203    | Lista de Equipamentos Mínimos do Ipanema EMB-203 | EMB-203, séries 20300001 em diante | Rev. 4 | 2026-10-19 | 96,45 | 54,75 | |
PUL-SIS    | Sistema de Pulverização e Difusores: instalação, ajuste e calibração | EMB-201A, EMB-202, EMB-202A e EMB-203 | 5.3 | 2025-07-14 | 168,95 | | 730 |
CHK-202A   | Lista de Verificação do Piloto (checklist plastificado) EMB-202A | EMB-202A, séries 20200001 a 20200998 | Rev. 10 | 2025-05-26 | 42,65 | | 180 |
CHK-203    | Lista de Verificação do Piloto (checklist plastificado) EMB-203 | EMB-203, séries 20300001 em diante | Rev. 6 | 2025-06-30 | 44,95 | | 180 |
SUP-ETA    | Suplemento Etanol ao Manual de Voo EMB-202 | EMB-202 convertidos para etanol, séries 200700 a 200999 | Rev. 8 | 2025-07-28 | 134,55 | | 260 |
ELE-203    | Manual Elétrico: esquemas e diagramas de fiação EMB-203 | EMB-203, séries 20300001 em diante | Rev. 4 | 2026-09-28 | 298,45 | 169,65 | |
BS-202A    | Boletins de Serviço EMB-202A – assinatura anual | EMB-202A, séries 20200001 a 20200998 | 2026/3 | 2026-10-12 | 264,85 | 146,95 | |
BS-203     | Boletins de Serviço EMB-203 – assinatura anual | EMB-203, séries 20300001 em diante | 2026/3 | 2026-10-12 | 278,35 | 154,65 | |
IND-PUB    | Índice de Publicações Técnicas e Revisões em Vigor | EMB-200 a EMB-203, Tuiuiú T-12, Curió C-2 e Carcará C-3 | 2025 | 2025-08-04 | 35,85 | | |
CIP-202A-V | Catálogo Ilustrado de Peças EMB-202A (edição anterior) | EMB-202A, séries 20200001 a 20200500 | Rev. 11 | 2022-10-24 | 436,95 | | 2640 | inativa
TRE-VID    | Treinamento Recorrente do Operador Agrícola (edição em preparação) | Operadores certificados | 2026 | 2026-11-09 | 348,95 | 189,45 | | inativa
MV-203     | Manual de Voo do Ipanema EMB-203 | EMB-203, séries 20300001 em diante | Rev. 7 | 2025-06-16 | 248,85 | | 760 |
MV-202A    | Manual de Voo do Ipanema EMB-202A | EMB-202A, séries 20200001 a 20200998 | Rev. 12 | 2025-06-02 | 236,45 | | 740 |
CIP-202A   | Catálogo Ilustrado de Peças EMB-202A | EMB-202A, séries 20200001 a 20200998 | Rev. 16 | 2026-10-26 | 712,65 | 408,35 | 3560 |
CIP-203    | Catálogo Ilustrado de Peças EMB-203 | EMB-203, séries 20300001 em diante | Rev. 8 | 2026-11-03 | 748,25 | 426,45 | 3390 |
MM-202A    | Manual de Manutenção do Ipanema EMB-202A | EMB-202A, séries 20200001 a 20200998 | Rev. 22 | 2026-11-09 | 896,45 | 512,35 | 3980 |
MM-203     | Manual de Manutenção do Ipanema EMB-203 (coleção completa em três volumes) | EMB-203, séries 20300001 em diante | Rev. 9 | 2026-11-16 | 1.889,45 | 986,75 | 4200 |
MM-203-D   | Manual de Manutenção do Ipanema EMB-203 em formato eletrônico | EMB-203, séries 20300001 em diante | Rev. 9 | 2026-11-16 | 1.246,85 | 698,25 | |
`

export const publications: SeedPublication[] = []

export const publicationModels: { id: number; models: SeedPage['models'] }[] = []

const DAYS_BETWEEN_ENTRIES = 19
const DAY_MS = 86_400_000

const publicationsByCode = new Map<string, SeedPublication>()

for (const line of catalogue.trim().split('\n')) {
  const id = publications.length + 1
  const [code = '', ...cells] = line.split('|').map((cell) => cell.trim())
  const catalogueRow = parsePublication(id, cells)
  const { models, ...pageColumns } = buildSeedPage(code, catalogueRow)
  const publication = { ...catalogueRow, ...pageColumns }
  publications.push(publication)
  publicationModels.push({ id, models })
  publicationsByCode.set(code, publication)
}

export function findPublicationByCode(code: string): SeedPublication {
  const publication = publicationsByCode.get(code)
  if (!publication) throw new RangeError(`no such publication: ${code}`)
  return publication
}

/** Parses a publication. Without a renewal price, it is no subscription; without a weight, a download. */
function parsePublication(id: number, cells: string[]) {
  const [
    name = '',
    applicability = '',
    version = '',
    date = '',
    price = '',
    renewalPrice = '',
    grams = '',
    featureMarks = '',
  ] = cells
  return {
    id,
    name,
    applicability,
    version,
    date,
    price: parseCentavos(price),
    price_signature: renewalPrice === '' ? null : parseCentavos(renewalPrice),
    weight: Number(grams),
    is_signature: renewalPrice !== '',
    is_download: grams === '',
    is_sent_immediately: !featureMarks.includes('revisões'),
    has_airplane_info: featureMarks.includes('aeronave'),
    has_photo_upload: featureMarks.includes('foto'),
    active: !featureMarks.includes('inativa'),
    created_at: getEntryTime(id),
  }
}

function parseCentavos(reais: string): Centavos {
  const centavos = parseReais(reais)
  if (centavos === null) throw new RangeError(`not an amount in reais: ${reais}`)
  return centavos
}

/** Returns a date for each id, from February 2022 on. */
function getEntryTime(id: number): Date {
  return new Date(makeInstant('2022-02-01', '10:00').getTime() + id * DAYS_BETWEEN_ENTRIES * DAY_MS)
}
