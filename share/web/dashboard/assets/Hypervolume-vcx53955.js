import{a as e,C as r,a9 as a}from"./index-DGLD0sQc.js";import"./react-BdZgHC1P.js";function i(){return e(r,{children:e(a,{chart:"hypervolume",query:{most:2e3},height:440})})}export{i as default};
