const files = import.meta.glob<object>(['./*.json', '!./print.json'], { eager: true, import: 'default' })
export const words = Object.assign({}, ...Object.values(files)) as object
