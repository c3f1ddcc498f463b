import type { PhotoSubject, WantedPhoto } from '#app/domain/catalogue/photo-subject.ts'

export const photoGuideLabels = {
  title: 'Como deve ser a foto',
  wanted: 'A foto deve mostrar',
  /** describes the drawing, which shows a data plate and stands beside its rules alone */
  plateDrawing:
    'Desenho de exemplo: a plaqueta inteira, de frente, com modelo e número de série legíveis dentro do quadro da foto',
} as const

/** As staff choose them. */
export const photoSubjectNames: Readonly<Record<PhotoSubject, string>> = {
  'data-plate': 'Plaqueta de identificação da aeronave',
  'damaged-copy': 'Exemplar danificado',
  panel: 'Painel da aeronave',
  permit: 'Alvará ou certificado da oficina',
  labels: 'Etiquetas das peças',
  spines: 'Lombadas dos manuais',
  other: 'Outra coisa, descrita abaixo',
}

/** After 'uma foto'. */
const shortNames: Readonly<Record<PhotoSubject, string>> = {
  'data-plate': ' da plaqueta de identificação da aeronave',
  'damaged-copy': ' do exemplar danificado',
  panel: ' do painel da aeronave',
  permit: ' do alvará ou certificado da oficina',
  labels: ' das etiquetas das peças',
  spines: ' das lombadas dos manuais',
  other: '',
}

const light = 'Luz do dia, sem flash nem reflexo.'
const legible = 'Textos e números nítidos: se você não os lê na foto, nós também não.'

const rules: Readonly<Record<PhotoSubject, readonly string[]>> = {
  'data-plate': [
    'A plaqueta de identificação inteira, de frente e perto, com as quatro bordas na foto.',
    'Modelo e número de série nítidos: se você não os lê na foto, nós também não.',
    'Luz do dia, sem flash nem reflexo, e a própria plaqueta: não a foto de uma tela ou de um papel.',
  ],
  'damaged-copy': [
    'O exemplar danificado, com o dano bem visível.',
    'O título e a revisão na mesma foto, na capa ou na folha de rosto.',
    light,
  ],
  panel: ['O painel inteiro, de frente, com todos os placares.', legible, light],
  permit: ['O documento da oficina inteiro, com as quatro bordas na foto.', legible, light],
  labels: ['As etiquetas das peças inteiras, de frente e perto.', legible, light],
  spines: ['As lombadas de todos os manuais, com título e revisão.', legible, light],
  other: [legible, light],
}

/** '' while the publication says nothing but that it asks for a photo. */
export function photoSubjectName({ photoSubject }: WantedPhoto): string {
  return shortNames[photoSubject]
}

export function photoRules({ photoSubject, photoNote }: WantedPhoto): string[] {
  return [...(photoNote ? [photoNote] : []), ...rules[photoSubject]]
}

/** One line for whoever judges the photo; undefined where the publication does not describe it. */
export function formatWantedPhoto({ photoSubject, photoNote }: WantedPhoto): string | undefined {
  const name = photoSubject === 'other' ? null : photoSubjectNames[photoSubject]
  return [name, photoNote].filter(Boolean).join(': ') || undefined
}
