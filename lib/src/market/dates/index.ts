/** Dates as people and programs write them: read whole, compared, and put in order. Knows no kind of file. */
export type { LabelColumn, Settled } from './label-column';
export { inOrder } from './order';
export { DATES, type Dates, isDate, isDayAlone, isTimeOfDay, readDates } from './read-dates';
export { DOUBLED, type Doubled, ORDERS, type Order, type OrderOptions } from './sequence';
