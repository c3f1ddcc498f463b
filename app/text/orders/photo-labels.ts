import { maxPhotoBytes } from '#app/domain/platform/attachment.ts'
import { formatMegabytes } from '#app/text/platform/numbers.ts'

export const photoLabels = {
  empty: 'O arquivo está vazio. Escolha a foto de novo.',
  'not-an-image': 'O arquivo não é uma imagem PNG, GIF ou JPEG. Escolha outro arquivo.',
  heic: 'Este formato (HEIC) ainda não é aceito. No iPhone: Ajustes, Câmera, Formatos, “Mais Compatível”, e tire a foto de novo; ou envie uma captura de tela da foto.',
  'too-large': `A foto passa de ${formatMegabytes(maxPhotoBytes)}. Reduza o tamanho ou envie uma captura de tela dela.`,
  'too-many-pixels':
    'A foto é grande demais para ser aberta. Reduza o tamanho ou envie uma captura de tela dela.',
  damaged: 'Não foi possível abrir a foto: o arquivo parece incompleto. Envie de novo.',
  'too-many':
    'Muitas fotos em pouco tempo a partir da sua rede. As que já chegaram ficam guardadas: tente de novo em uma hora.',
  'no-space':
    'Não foi possível salvar o arquivo (espaço). O pedido não foi perdido: tente de novo mais tarde.',
} as const

export function formatPhotoHint({ isColleague }: { isColleague: boolean }): string {
  const size = formatMegabytes(maxPhotoBytes)
  const viewer = isColleague ? 'a empresa' : 'você'
  return `PNG, GIF ou JPEG, até ${size}. Só ${viewer} e a nossa equipe veem a foto. Apagamos os dados de localização.`
}
