import type { PublicationKind } from '#app/domain/catalogue/publication-kind.ts'

/** Descriptions by publication; others have the description of their kind. */
const textsByCode: Readonly<Record<string, string>> = {
  'MM-203': `Coleção completa de manutenção do Ipanema EMB-203 em três volumes: inspeções, sistemas, estrutura e grupo motopropulsor, com figuras, torques e limites de desgaste.

O primeiro volume traz o programa de inspeções de 50, 100 e 500 horas e as fichas de serviço; o segundo, os sistemas, do combustível ao agrícola; o terceiro, os reparos aprovados e os esquemas de fiação.

A assinatura inclui as páginas de cada revisão publicada no ano, com a lista de páginas em vigor para conferir o exemplar da oficina.`,
  'MM-203-D': `O manual de manutenção do EMB-203 em PDF, com sumário navegável e busca no texto: o mesmo conteúdo dos três volumes impressos, na revisão em vigor.

O arquivo leva o nome de quem compra e pode ser impresso para uso na oficina. Durante o ano da assinatura, cada revisão nova aparece em Gerenciar publicações no dia em que é publicada.`,
  'CIP-203': `Vistas explodidas de todos os conjuntos do EMB-203, com número de peça, quantidade por conjunto, intercambialidade e faixa de números de série de cada item.

Índice por número de peça no fim do volume, e tabela de peças substituídas desde a primeira emissão.`,
  'MV-202A': `Manual de voo aprovado do EMB-202A: limitações, procedimentos normais e de emergência, desempenho, peso e balanceamento e manuseio no solo.

É o exemplar que acompanha a aeronave. Vai impresso em papel de uso externo, furado e pronto para o fichário.`,
  'MM-202A': `Inspeções, ajustes, remoção e instalação de todos os sistemas do EMB-202A, com o capítulo do motor a etanol e o do sistema agrícola.

A assinatura inclui as revisões publicadas no ano, enviadas como páginas a substituir com a lista de páginas em vigor.`,
}

const textsByKind: Readonly<Record<PublicationKind, string | null>> = {
  flight:
    'Limitações, procedimentos normais e de emergência, desempenho e peso e balanceamento, na revisão aprovada em vigor.',
  maintenance:
    'Inspeções, ajustes, limites e procedimentos para a oficina, com figuras, torques e materiais de consumo.',
  parts: 'Vistas explodidas com número de peça, quantidade, intercambialidade e índice por número de peça.',
  bulletin: 'Instruções de serviço e de segurança com o que fazer, em que prazo e em quais números de série.',
  checklist: 'Fichas para uso a bordo ou na oficina, para conferir item por item.',
  supplement: 'Complementa o manual de voo: só vale junto dele, na revisão indicada na página de controle.',
  logbook:
    'Registro de horas, serviços e ocorrências, com páginas numeradas e campos para assinatura e carimbo.',
  training: 'Texto de estudo com exercícios, figuras e o resumo de cada capítulo.',
  other: null,
}

export function getPageDescription(
  code: string,
  { kind, name }: { kind: PublicationKind; name: string },
): string | null {
  const description = textsByCode[code] ?? textsByKind[kind]
  return description && name.includes('edição histórica')
    ? `${description} Edição histórica, sem revisões.`
    : description
}

const contentsByKind: Partial<Record<PublicationKind, string>> = {
  flight: `1 Generalidades
  1.1 Três vistas e dimensões
  1.2 Abreviaturas e terminologia
2 Limitações
  2.1 Velocidades
  2.2 Grupo motopropulsor
  2.3 Peso e centro de gravidade
3 Procedimentos de emergência
  3.1 Falha do motor
  3.2 Fogo
  3.3 Pouso forçado
4 Procedimentos normais
5 Desempenho
6 Peso e balanceamento
7 Descrição dos sistemas
8 Manuseio e serviços no solo
9 Suplementos`,
  maintenance: `04 Limitações de aeronavegabilidade
05 Inspeções e prazos
  05-10 Inspeção de 50 horas
  05-20 Inspeção de 100 horas
  05-30 Inspeção anual
07 Levantamento e calços
12 Serviços
24 Energia elétrica
27 Comandos de voo
28 Combustível
32 Trem de pouso
51 Estrutura: generalidades e reparos
61 Hélice
71 Grupo motopropulsor
98 Sistema agrícola
  98-10 Hopper e comporta
  98-20 Barra e bicos
99 Esquemas de fiação`,
  parts: `Introdução e uso do catálogo
Relação de capítulos
52 Portas e carenagens
53 Fuselagem
55 Empenagem
57 Asa
61 Hélice
71 Grupo motopropulsor
98 Sistema agrícola
Índice por número de peça
Peças substituídas`,
}

const codesWithContents = /^(MV|OPE|MM|MS|CIP)-/

export function getContents(code: string, kind: PublicationKind): string | null {
  return codesWithContents.test(code) ? (contentsByKind[kind] ?? null) : null
}

/** Changes by revision, newest first, beginning with the current revision. */
export const revisionChanges: Readonly<Record<PublicationKind, readonly string[]>> = {
  flight: [
    'Seção 2: novas velocidades com o hopper carregado. Seção 5: tabelas de decolagem refeitas.',
    'Seção 3: procedimento de alijamento reescrito.',
    'Seção 6: formulário de peso e balanceamento.',
  ],
  maintenance: [
    'Capítulo 28: torque das conexões da bomba auxiliar corrigido para 4,5 N·m.\nCapítulo 57: nova inspeção da longarina a cada 500 horas.',
    'Capítulo 98: regulagem da comporta e novo jogo de bicos.',
    'Capítulo 32: limites de desgaste do trem de pouso.\nCapítulo 05: fichas de inspeção renumeradas.',
    'Capítulo 24: esquema do alternador de 70 A.',
    'Capítulo 71: montagem do coletor de escapamento.',
    'Correções de texto e figuras em todos os capítulos.',
    'Capítulo 27: folgas dos comandos de voo.',
  ],
  parts: [
    'Capítulo 98: conjunto da comporta por número de série.',
    'Capítulo 71: peças do motor a etanol.',
    'Índice por número de peça refeito.',
  ],
  bulletin: ['Boletins do trimestre incluídos.', 'Índice por assunto.'],
  checklist: ['Itens do sistema agrícola em folha própria.'],
  supplement: ['Limitações com a barra de luzes ligada.'],
  logbook: [],
  training: [],
  other: [],
}
