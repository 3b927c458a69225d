import { testLowering } from '../../../../../../test/support/golden-ir.ts';

testLowering('kotlin');
