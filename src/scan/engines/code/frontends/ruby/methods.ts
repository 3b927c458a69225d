import {
  accumulated,
  allKeys,
  allValues,
  counted,
  intoObject,
  itemAndIndex,
  items,
  itself,
  withBlock,
} from '../../analysis/calls/block-methods.ts';
import { changedText, concat, kept, replaceText, shovel } from '../../analysis/calls/changed-texts.ts';
import { append, removeFirst } from '../../analysis/calls/collection-methods.ts';
import { atEnd, dig, fetch, keys, merge, store, values } from '../../analysis/calls/map-methods.ts';
import { keptElements } from '../../analysis/guards/elements/kept-elements.ts';
import type { Method } from '../../analysis/run.ts';

function each(names: string, method: Method): Array<[string, Method]> {
  return names.split(' ').map((name) => [name, method]);
}

/** Methods of Ruby's arrays, hashes and strings by what they do with values. */
export const rubyMethods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ...each('each each_entry reverse_each each_pair find_each each_slice cycle', withBlock(items, 'receiver')),
  ...each('each_value', withBlock(allValues, 'receiver')),
  ...each('each_key', withBlock(allKeys, 'receiver')),
  ...each('each_with_index', withBlock(itemAndIndex, 'receiver')),
  ...each('map collect flat_map filter_map', withBlock(items, 'list')),
  ...each('each_with_object', intoObject),
  ...each('select filter', keptElements(withBlock(items, 'receiver'))),
  ...each('reject', keptElements(withBlock(items, 'receiver'), false)),
  ...each(
    'sort_by partition group_by uniq min_by max_by take_while drop_while detect find',
    withBlock(items, 'receiver'),
  ),
  ...each('inject reduce', withBlock(accumulated, 'value')),
  ...each('any? all? none? times upto downto step', withBlock(counted, 'nothing')),
  ...each('tap', withBlock(itself, 'receiver')),
  ...each('then yield_self', withBlock(itself, 'value')),
  ...each('<<', shovel),
  ...each('push', append),
  ...each('shift', removeFirst(false)),
  ...each('fetch', fetch),
  ...each('dig', dig),
  ...each('first', atEnd(false)),
  ...each('last', atEnd(true)),
  ...each('values', values),
  ...each('keys', keys),
  ...each('merge merge! reverse_merge deep_merge', merge),
  ...each('store', store),
  ...each(
    'to_a to_ary compact uniq to_set to_h sort reverse with_indifferent_access symbolize_keys stringify_keys',
    kept,
  ),
  ...each(
    'to_s to_str to_sym itself dup clone freeze b force_encoding encode scrub',
    changedText((given) => given),
  ),
  ...each(
    'strip lstrip rstrip chomp squish',
    changedText((given) => given.trim()),
  ),
  ...each(
    'downcase',
    changedText((given) => given.toLowerCase()),
  ),
  ...each(
    'upcase',
    changedText((given) => given.toUpperCase()),
  ),
  ...each('concat', concat),
  ...each('gsub sub gsub! sub! tr', replaceText),
]);
