/** What a photo of the aircraft's data plate has to show, for a page and a mail alike. */
export const photoGuideLabels = {
  title: 'Como deve ser a foto',
  example:
    'Desenho de exemplo: a plaqueta inteira, de frente, com modelo e número de série legíveis dentro do quadro da foto',
  rules: [
    'A plaqueta de identificação inteira, de frente e perto, com as quatro bordas na foto.',
    'Modelo e número de série nítidos: se você não os lê na foto, nós também não.',
    'Luz do dia, sem flash nem reflexo, e a própria plaqueta: não a foto de uma tela ou de um papel.',
  ],
} as const
