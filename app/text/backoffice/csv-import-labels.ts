import {
  type CsvKind,
  csvPortionLines,
  maxCsvBytes,
  maxCsvLines,
} from '#app/domain/backoffice/import-kind.ts'
import { csvColumns } from '#app/text/backoffice/csv-columns.ts'
import { formatInteger, formatMegabytes } from '#app/text/platform/numbers.ts'

export const csvImportTitles: Readonly<Record<CsvKind, string>> = {
  publications: 'Importar publicações',
  freight: 'Importar tabela de frete',
  clients: 'Importar clientes',
}

export const csvKeyHints: Readonly<Record<CsvKind, string>> = {
  publications:
    'Cada linha é uma publicação. O Número (da loja) ou o Código (da empresa) diz qual; um Código que ainda não existe cria a publicação.',
  freight: 'Cada linha é um peso de um serviço numa região. O que não está no arquivo fica como está.',
  clients:
    'Cada linha é um cliente. O e-mail, ou sem ele o CPF ou CNPJ, diz qual; um e-mail que ainda não existe cria a conta, sem senha. Contas da equipe e o e-mail de uma conta não mudam por arquivo.',
}

export const csvImportLabels = {
  act: 'Importar CSV',
  file: 'Arquivo CSV',
  upload: 'Enviar e conferir',
  template: 'Baixar modelo com exemplo',
  fileHint: `Ponto e vírgula ou vírgula entre os campos, UTF-8 ou Latin-1, até ${formatMegabytes(maxCsvBytes)} e ${formatInteger(maxCsvLines)} linhas. Nada é gravado ao enviar.`,
  fates: 'Linha por linha',
  nothing: 'Nada a gravar: nenhuma linha é nova nem muda algo.',
  apply: 'Gravar',
  discard: 'Descartar',
  discarded: 'O arquivo foi descartado. Nada foi gravado.',
  goOn: 'Continuar',
  queued: 'A gravação começou.',
  done: 'A importação terminou.',
  before: 'Esta importação já foi mandada gravar.',
  cleared: 'O que foi lido de pessoas já foi apagado; o histórico de cada conta diz o que mudou.',
  waits: (days: number) =>
    `Nada foi gravado ainda. Só você vê este arquivo; sem gravação ele é apagado em ${days} dias.`,
  sentBack: (count: number) =>
    count === 1
      ? 'Uma assinatura impressa volta a Aguardando envio'
      : `${count} assinaturas impressas voltam a Aguardando envio`,
  byWorker: `Acima de ${csvPortionLines} linhas a gravação continua sem esta página.`,
} as const

/** Faults that reject a whole file. */
export const csvFaults = {
  none: 'Escolha um arquivo CSV',
  'too-large': `O arquivo passa de ${formatMegabytes(maxCsvBytes)}. Divida-o e envie por partes.`,
  'too-many': `O arquivo passa de ${formatInteger(maxCsvLines)} linhas. Divida-o e envie por partes.`,
  empty: 'O arquivo não tem linhas além do cabeçalho.',
  noHead: 'A primeira linha tem de ser o cabeçalho. Baixe o modelo e compare.',
  unreadable: (line: number) => `A linha ${line} não pôde ser lida: confira as aspas.`,
  unknown: (headings: readonly string[]) =>
    `Colunas desconhecidas: ${headings.join(', ')}. Confira o nome ou retire-as.`,
  twice: (heading: string) => `A coluna ${heading} aparece mais de uma vez.`,
  missing: (headings: readonly string[]) => `Falta a coluna ${headings.join(' ou ')}.`,
} as const

/** Faults that reject one line. */
export const csvLineProblems = {
  cells: (count: number, expected: number) => `A linha tem ${count} campos, o cabeçalho ${expected}`,
  flag: 'Use sim ou não',
  choice: (choices: readonly string[]) => `Use um destes: ${choices.join('; ')}`,
  number: 'Use só algarismos',
  noKey: 'Diga o Número ou o Código',
  unknownNumber: 'Não há publicação com este número',
  otherCode: 'A publicação deste número tem outro código',
  region: 'Região incorreta: use SE, S, CO, NE ou N',
  repeated: 'Outra linha do arquivo é do mesmo registro',
  noPerson: 'Diga o e-mail, o CPF ou o CNPJ',
  otherEmail: 'A conta com este documento tem outro e-mail: troque-o no cadastro',
  several: 'Várias contas têm este documento: diga o e-mail',
  removed: 'Esta conta foi excluída',
  staff: 'Contas da equipe são alteradas no cadastro',
  companyOnly:
    'Sem CNPJ a conta é de pessoa, que não tem este dado: preencha o CNPJ da empresa ou deixe este campo vazio',
  meanwhile: 'O registro mudou depois da conferência: envie o arquivo de novo',
  notWritten: 'O banco de dados recusou esta linha',
} as const

/** Returns the column's heading; 'registro' is the line itself. */
export function getCsvFieldName(kind: CsvKind, field: string): string {
  return csvColumns[kind].find(({ key }) => key === field)?.heading ?? field
}
