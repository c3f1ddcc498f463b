import { settingTitles } from '#app/text/settings/setting-titles.ts'

export const importLabels = {
  title: 'Importações',
  lead: 'O que veio do sistema anterior',
  none: 'Nada foi importado. O comando npm run import lê o sistema anterior e mostra aqui o que viria.',
  records: 'Registro por registro',
  noProblems: 'Nenhum problema: tudo vem.',
  noRecords: 'Nenhum registro nesta situação.',
  comparison: 'Totais na origem e aqui',
  same: 'A origem e a loja têm os mesmos totais.',
  different: 'A origem e a loja não têm os mesmos totais.',
} as const

export const importKindNames = {
  publications: 'Publicações',
  profiles: 'Perfis',
  orders: 'Pedidos',
  signatures: 'Assinaturas',
  expeditions: 'Expedições',
} as const

export const importRecordNames = {
  publications: 'Publicação',
  profiles: 'Perfil',
  orders: 'Pedido',
  signatures: 'Assinatura',
  expeditions: 'Expedição',
  freight: 'Frete',
} as const

export const importContents = {
  system: 'Sistema anterior',
  publications: 'Publicações',
  freight: settingTitles.freight,
  clients: 'Clientes',
} as const

export const importStates = {
  reading: 'Lendo',
  checked: 'Conferida',
  applying: 'Gravando',
  done: 'Concluída',
} as const

export const importRecordStates = {
  read: 'A conferir',
  ready: 'Vem',
  refused: 'Não vem',
  known: 'Já está aqui',
  applied: 'Veio',
} as const

const missingRecordNames = {
  publications: 'A publicação',
  profiles: 'O perfil',
  orders: 'O pedido',
  signatures: 'A assinatura',
  expeditions: 'A expedição',
} as const

export const importPlaces = {
  page: (number: number) => `página ${number}`,
  line: (number: number) => `linha ${number}`,
  record: (number: number) => `registro ${number}`,
} as const

export const importProblems = {
  number: 'Número incorreto',
  flag: 'Use sim ou não',
  date: 'Data incorreta',
  email: 'E-mail incorreto',
  noLines: 'O pedido não tem itens',
  missing: (kind: keyof typeof missingRecordNames, id: number) =>
    `${missingRecordNames[kind]} nº ${id} não vem`,
  repeated: 'Este número aparece mais de uma vez',
  emailTwice: (profile: number) => `O perfil nº ${profile} já traz este e-mail`,
  emailTaken: (profile: number) => `O perfil nº ${profile} já veio com este e-mail`,
  emailUsed: 'Este e-mail já é de outra conta',
  total: 'O total não é a soma dos itens e do frete; vem o total da origem',
  prefix: 'O prefixo não é uma matrícula e não vem',
  doubtfulPrefix: 'O prefixo não é uma matrícula brasileira; vem como estrangeira. Confira',
  doubtfulUnitPrefix:
    'O prefixo não é uma matrícula brasileira; se o item vem sem prefixo, fica como estrangeira. Confira',
  noLine: 'O pedido não tem um item para esta assinatura',
  noStaff: 'Ninguém da equipe para ser responsável: importe antes a equipe ou crie um administrador',
  noAddress: 'O envio direto não tem endereço, e o cliente também não',
  noRenewalPrice: 'A assinatura não tem preço de renovação',
  belowFreight: 'O total é menor que o frete',
  lineTwice: (order: number) => `Este item já vem no pedido nº ${order}`,
  lineTaken: 'Este item já está em outro pedido',
  noHeldLine: (line: number) => `O item nº ${line} não vem; a expedição vem sem ele`,
  noRenewedUnit: (unit: number) => `A assinatura nº ${unit} não vem; o item conta como compra`,
  removed: (order: number) => `A origem não a lista mais; vem como removida, do pedido nº ${order}`,
  tooLong: 'Texto longo demais',
  outOfRange: 'Número fora do que a loja guarda',
  conflicting: 'A loja não aceita estes valores juntos',
  taken: (other: number) => `O registro nº ${other} já traz este valor`,
  takenHere: 'Outro registro da loja já tem este valor',
  lineGone: 'O pedido não tem este item na loja',
  notWritten: 'O banco de dados recusou este registro',
  fileGone: 'O arquivo não está na origem',
  fileElsewhere: 'O caminho do arquivo sai da pasta',
  fileNotStored: 'O arquivo não pôde ser guardado',
} as const
