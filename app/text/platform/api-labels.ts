import { specTexts } from '#app/text/platform/messages.ts'

export const fileLinkOver =
  'O endereço deste arquivo não vale mais. Volte à tela de onde ele veio, recarregue-a e abra o arquivo de novo.'

export const filePageTitles = {
  preparing: 'Um instante',
  refused: 'O arquivo não abriu',
  again: 'Tentar de novo',
} as const

/** Default texts of API errors by status. */
export const apiRefusals = {
  200: '',
  400: 'O pedido não pôde ser entendido.',
  401: 'As credenciais não foram informadas ou não valem mais.',
  403: 'Você não tem permissão para isto.',
  404: 'Não encontrado.',
  405: 'Método não permitido.',
  409: 'O registro mudou enquanto isso, e nada foi alterado agora.',
  411: 'O envio não informa o seu tamanho.',
  412: 'O registro mudou desde a versão que If-Match nomeia, e nada foi alterado. Leia-o de novo.',
  413: 'O envio passa do tamanho aceito.',
  415: 'O corpo precisa ser JSON em UTF-8, ou um formulário com arquivo nos envios.',
  422: 'A chave Idempotency-Key já foi usada com outro conteúdo.',
  429: 'Muitas chamadas. Espere um pouco e tente de novo.',
  500: specTexts.serverError,
  503: 'O serviço não está disponível agora. Tente de novo em instantes.',
} as const

/** Statuses that the specification's client handles itself (storefront §8); for others, it shows a text. */
const handledByClient: readonly number[] = [401, 404, 500]

/** Returns an error's body. The specification's client shows `non_field_errors` in an alert. */
export function makeRefusalBody(status: number, detail: string) {
  return handledByClient.includes(status) ? { detail } : { detail, non_field_errors: [detail] }
}
