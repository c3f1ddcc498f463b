import {
  isPhotoDescribed,
  type PhotoSubject,
  type RequiredPhoto,
} from '#app/domain/catalogue/photo-subject.ts'

export const photoGuideLabels = {
  title: 'Como deve ser a foto',
  wanted: 'A foto deve mostrar',
} as const

type SubjectLabels = {
  name: string // name for staff, files and history
  afterPhoto: string // phrase after 'uma foto', with its leading space
  rules: readonly string[]
  drawing: string // alternative text of the drawing
}

const lightRule = 'Luz do dia, sem flash nem reflexo.'
const legibleRule = 'Textos e números nítidos: se você não os lê na foto, nós também não.'

const subjectLabels: Readonly<Record<PhotoSubject, SubjectLabels>> = {
  'data-plate': {
    name: 'Plaqueta de identificação da aeronave',
    afterPhoto: ' da plaqueta de identificação da aeronave',
    rules: [
      'A plaqueta de identificação inteira, de frente e perto, com as quatro bordas na foto.',
      'Modelo e número de série nítidos: se você não os lê na foto, nós também não.',
      'Luz do dia, sem flash nem reflexo, e a própria plaqueta: não a foto de uma tela ou de um papel.',
    ],
    drawing: 'a plaqueta inteira, de frente, com modelo e número de série legíveis',
  },
  'damaged-copy': {
    name: 'Exemplar danificado',
    afterPhoto: ' do exemplar danificado',
    rules: [
      'O exemplar danificado, com o dano bem visível.',
      'O título e a revisão na mesma foto, na capa ou na folha de rosto.',
      lightRule,
    ],
    drawing: 'um exemplar com a capa rasgada, o título e a revisão à vista',
  },
  panel: {
    name: 'Painel da aeronave',
    afterPhoto: ' do painel da aeronave',
    rules: ['O painel inteiro, de frente, com todos os placares.', legibleRule, lightRule],
    drawing: 'o painel inteiro, de frente, com instrumentos e placares',
  },
  permit: {
    name: 'Alvará ou certificado da oficina',
    afterPhoto: ' do alvará ou certificado da oficina',
    rules: ['O documento da oficina inteiro, com as quatro bordas na foto.', legibleRule, lightRule],
    drawing: 'um certificado inteiro, com as quatro bordas, selo e assinatura',
  },
  labels: {
    name: 'Etiquetas das peças',
    afterPhoto: ' das etiquetas das peças',
    rules: ['As etiquetas das peças inteiras, de frente e perto.', legibleRule, lightRule],
    drawing: 'duas etiquetas de peças inteiras, de frente',
  },
  spines: {
    name: 'Lombadas dos manuais',
    afterPhoto: ' das lombadas dos manuais',
    rules: ['As lombadas de todos os manuais, com título e revisão.', legibleRule, lightRule],
    drawing: 'as lombadas de seis manuais lado a lado, com título e revisão',
  },
  'former-report': {
    name: 'Laudo anterior',
    afterPhoto: ' do laudo anterior',
    rules: [
      'O laudo anterior inteiro, com as quatro bordas na foto.',
      'Data e assinatura legíveis.',
      legibleRule,
      lightRule,
    ],
    drawing: 'um laudo inteiro, com data e assinatura',
  },
  damage: {
    name: 'Dano na aeronave',
    afterPhoto: ' do dano na aeronave',
    rules: [
      'O dano inteiro e de perto, com uma régua ao lado.',
      'A peça em volta, para vermos onde ele está.',
      lightRule,
    ],
    drawing: 'uma trinca na chapa entre os rebites, com uma régua ao lado',
  },
  other: {
    name: 'Outra coisa, em palavras próprias',
    afterPhoto: '',
    rules: [legibleRule, lightRule],
    drawing: 'uma câmera de frente, inteira no quadro da foto',
  },
}

export const photoSubjectNames: Readonly<Record<PhotoSubject, string>> = {
  'data-plate': subjectLabels['data-plate'].name,
  'damaged-copy': subjectLabels['damaged-copy'].name,
  panel: subjectLabels.panel.name,
  permit: subjectLabels.permit.name,
  labels: subjectLabels.labels.name,
  spines: subjectLabels.spines.name,
  'former-report': subjectLabels['former-report'].name,
  damage: subjectLabels.damage.name,
  other: subjectLabels.other.name,
}

/** Returns the phrase after 'uma foto', with its leading space; '' for the subject 'other'. */
export function getPhotoSubjectPhrase({ photoSubject }: RequiredPhoto): string {
  return subjectLabels[photoSubject].afterPhoto
}

export function listPhotoRules({ photoSubject, photoNote }: RequiredPhoto): string[] {
  return [...(photoNote ? [photoNote] : []), ...subjectLabels[photoSubject].rules]
}

export function formatPhotoDrawingLabel(subject: PhotoSubject): string {
  return `Desenho de exemplo: ${subjectLabels[subject].drawing}`
}

/** Returns one line for the reviewer; undefined if the publication does not describe the photo. */
export function formatWantedPhoto(wantedPhoto: RequiredPhoto): string | undefined {
  if (!isPhotoDescribed(wantedPhoto)) return undefined
  const { photoSubject, photoNote } = wantedPhoto
  const name = photoSubject === 'other' ? null : subjectLabels[photoSubject].name
  return [name, photoNote].filter(Boolean).join(': ')
}
