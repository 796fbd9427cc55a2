const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Each name as it is, and cut to three letters. */
function named(names: readonly string[]): Map<string, number> {
  return new Map(names.flatMap((name, i) => [[name, i + 1] as const, [name.slice(0, 3), i + 1] as const]));
}

const monthNumbers = named(MONTHS).set('sept', 9);
const weekdayNumbers = named(WEEKDAYS).set('tues', 3).set('thur', 5).set('thurs', 5);

/** 1 to 12 for an English month, whole or short, in any case; 0 for another word. */
export const monthNamed = (word: string): number =>
  monthNumbers.get(word) ?? monthNumbers.get(word.toLowerCase()) ?? 0;

export const isWeekday = (word: string): boolean => weekdayNumbers.has(word.toLowerCase());

/**
 * Minutes from UTC of the abbreviations that mean one zone: RFC 2822's, and those of Europe, eastern Asia and
 * Australia. IST, for one, is India's, Israel's and Ireland's, and not here.
 */
const ZONES = new Map([
  ['UTC', 0],
  ['GMT', 0],
  ['UT', 0],
  ['WET', 0],
  ['WEST', 60],
  ['BST', 60],
  ['CET', 60],
  ['CEST', 120],
  ['EET', 120],
  ['EEST', 180],
  ['MSK', 180],
  ['HKT', 480],
  ['SGT', 480],
  ['JST', 540],
  ['KST', 540],
  ['AEST', 600],
  ['AEDT', 660],
  ['NZST', 720],
  ['NZDT', 780],
  ['EST', -300],
  ['EDT', -240],
  ['CST', -360],
  ['CDT', -300],
  ['MST', -420],
  ['MDT', -360],
  ['PST', -480],
  ['PDT', -420],
]);

export const zoneNamed = (word: string): number | undefined => ZONES.get(word.toUpperCase());
