import type { Picture } from '#app/mails/platform/blocks.ts'

/** public/favicon.svg as a PNG of 56 × 56 pixels, since mail programs do not draw SVG. */
const png = [
  'iVBORw0KGgoAAAANSUhEUgAAADgAAAA4CAMAAACfWMssAAABRFBMVEVMaXGYvsi61tq50dXl8PBSj57n7+/l7/FPjp1onaqYwMno',
  '8PDm7/C00dVclaPk7/Froaxqn68fbYJ7p69xpbJgl6V/f38oc4ZelqVvoKxQjZ3m8PDm8PBclqSUusR1prK20NSuzNTU5eUKX3bm',
  '8PHZVg+PucPeiVqmyM8zXWHbbTDl4Nniyrnj0cTZXBcPX3MQXnOZWC+oydCdWS0RY3kgXmxVkJ+7WB4YaX7j7u8MYHe609mArLg9',
  'gZPl5eHfnHZDXVrdi1zYXBe4VyDhtZq2VyDSWBQ4XV/d6+yUvMYdXmzm7/ChWSu30tnekmfY5+koXWfOYSXj1srgrY8SX3OUWTGU',
  'vMXceEHejmKTusJhW0rR4uVdeXjjyrl4W0DYVxPeiVkiX2zYbTLk2dDbaixalKPk4dvU5Ofk1MjjzLzl7e2cwMg1MCcsAAAAI3RS',
  'TlMA+z8+d8BAgMdw+yL3PqJhWkP8HT+SAvicPsRnZqOcaDzyHnUKRZoAAAAJcEhZcwAAPYQAAD2EAdWsr3QAAAE8SURBVEjH7dZX',
  'UwIxEMBxEAv2gl2xJTkVUQGliCL2rqDYe6/f/13vjswVsptjxhdm7v9yc5n9zeYxHk9l1jhYLWpE5lqbqDBvs2Qf4KgikQMUgoq3',
  'CoN1MMQlBlGJQkziEJESCEsQnhdlg69MGFNwCcLcLi5BSHcOYxN6o2NlQVO1LnThv8L9jdVxrewyHz050k8u7+jNVWIYgAXGC03p',
  'LjzDTx5u04TUA/CC2aThGLsnMHxkVml27BqBL68WGV4z/R6cIpB+f07/9RXSRo+3tE90Ui1PCAaLvT8bm+YixAiFC4tLmackd9FZ',
  '4gh+/Lyl1Il4UuQAqK5K85G99ZJ7AnAokbLMxDcZO7PuE8Ma2wyJrGzbj5xBUS50YUlBJ7BdADvn5a6nW/QI6JXKjjbxg6WvxY/V',
  '3xWoyPf7L3VP9z49og50AAAAAElFTkSuQmCC',
].join('')

/** The logo in the head of each mail, attached so that reading a mail loads nothing. */
export const shopMark: Picture = { cid: 'mark', name: 'mark.png', content: Buffer.from(png, 'base64') }
